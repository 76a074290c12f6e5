import { gzipSync } from 'node:zlib'
import type { Figure } from './figure.ts'

/** Sizes of what the page loads first, compressed. */
export async function assetSizes(url: string): Promise<Figure[]> {
  const answer = await fetch(`${url}/console/`, { headers: { accept: 'text/html' } })
  const html = await answer.text()
  const size = async (pattern: RegExp) => {
    const name = pattern.exec(html)?.[1]
    const asset = await fetch(new URL(name ?? '', answer.url))
    if (name === undefined || !asset.ok)
      throw new Error(`${String(pattern)} is answered with ${asset.status}`)
    return gzipSync(Buffer.from(await asset.arrayBuffer())).length / 1000
  }
  return [
    { what: 'JS, KB gz', measured: await size(/src="([^"]+\.js)"/), digits: 1, wanted: { most: 90 } },
    { what: 'CSS, KB gz', measured: await size(/href="([^"]+\.css)"/), digits: 1, wanted: { most: 10 } },
  ]
}
