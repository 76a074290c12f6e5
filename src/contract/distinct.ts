import { z } from 'zod'

/** A list of options from which duplicates are removed. */
export function distinct<Option extends z.ZodEnum | z.ZodPipe<z.ZodString, z.ZodEnum>>(
  option: Option,
): z.ZodArray<Option> {
  const { options } = option instanceof z.ZodEnum ? option : option.out
  return z
    .array(option)
    .overwrite((given) => [...new Set(given)])
    .max(options.length)
}
