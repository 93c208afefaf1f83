// Measures the compressed bytes that a browser loads before a product page first renders: document, style, scripts, data.
import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'

/** Bytes of the bodies. */
export interface FirstLoadSize {
  readonly document: number
  readonly style: number
  readonly scripts: number
  readonly data: number
  readonly total: number
}

interface ReceivedBody {
  readonly packed: number
  readonly text: string
}

/** Uses `node:http`, because `fetch` does not report the number of received bytes. */
function receiveBody(url: string, body?: object): Promise<ReceivedBody> {
  const content = body === undefined ? null : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const headers = { 'accept-encoding': 'br', ...(content !== null && { 'content-type': 'application/json' }) }
    const call = request(url, { method: content === null ? 'GET' : 'POST', headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        if (response.statusCode! >= 300) return reject(new Error(`${url} answered ${response.statusCode}: ${bytes.toString()}`))
        const isPacked = response.headers['content-encoding'] === 'br'
        resolve({ packed: bytes.length, text: (isPacked ? brotliDecompressSync(bytes) : bytes).toString() })
      })
    })
    call.on('error', reject)
    call.end(content)
  })
}

const addUp = (numbers: readonly number[]): number => numbers.reduce((all, value) => all + value, 0)

/** @param base base URL of the shop */
export async function measureFirstLoad(base: string, path: string): Promise<FirstLoadSize> {
  const document = await receiveBody(base + path)
  const listAddresses = (pattern: RegExp): readonly string[] =>
    [...document.text.matchAll(pattern)].map(([, address]) => address!)
  const [product = '', language = '', currency = ''] = ['product', 'language', 'currency'].map(
    (name) => new RegExp(`<svc-configurator[^>]* ${name}="([^"]*)"`).exec(document.text)?.[1],
  )
  const weigh = async (addresses: readonly string[]): Promise<number> =>
    addUp(await Promise.all(addresses.map(async (address) => (await receiveBody(base + address)).packed)))
  const scripts = await weigh(listAddresses(/(?:modulepreload" href|module" src)="([^"]+)"/g))
  const style = await weigh(listAddresses(/<link rel="stylesheet" href="([^"]+)"/g))
  const api = `${base}/svc-api/runtime/v1`
  const catalogue = await receiveBody(`${api}/products/${product}?language=${language}&currency=${currency}`)
  const configuration = await receiveBody(`${api}/configurations?prices=1`, { product_id: Number(product), language, currency })
  const data = catalogue.packed + configuration.packed
  return { document: document.packed, style, scripts, data, total: document.packed + style + scripts + data }
}
