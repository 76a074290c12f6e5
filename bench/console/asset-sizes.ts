import { gzipSync } from 'node:zlib'
import type { Figure } from './figure.ts'

/** Compressed sizes of the assets that the page loads first. */
export async function assetSizes(url: string): Promise<Figure[]> {
  const answer = await fetch(`${url}/console/`, { headers: { accept: 'text/html' } })
  const html = await answer.text()
  const size = async (pattern: RegExp) => {
    const assets = await Promise.all(
      [...html.matchAll(pattern)].map(async ([, name = '']) => {
        const asset = await fetch(new URL(name, answer.url))
        if (!asset.ok) throw new Error(`${name} was answered with ${asset.status}`)
        return gzipSync(Buffer.from(await asset.arrayBuffer())).length / 1000
      }),
    )
    if (assets.length === 0) throw new Error(`the page has no asset that matches ${String(pattern)}`)
    return assets.reduce((sum, one) => sum + one)
  }
  return [
    {
      what: 'JS of the first page, KB gz',
      measured: await size(/(?:src|rel="modulepreload" href)="([^"]+\.js)"/g),
      digits: 1,
      wanted: { most: 90 },
    },
    { what: 'CSS, KB gz', measured: await size(/href="([^"]+\.css)"/g), digits: 1, wanted: { most: 10 } },
  ]
}
