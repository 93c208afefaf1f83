// Load generator: shoppers change their configurations over HTTP sequentially; returns the reply times.
import { Agent, request } from 'node:http'

export interface ConfigurationChange {
  readonly question_id: number
  readonly value: string
}

export interface LatencyPercentiles {
  readonly p50: number
  readonly p99: number
}

export const pickPercentileOf = (values: readonly number[], part: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}

function sendJson(agent: Agent, method: string, url: string, body: object): Promise<string> {
  return new Promise((resolve, reject) => {
    const content = JSON.stringify(body)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }
    const call = request(url, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        if (response.statusCode! < 300) resolve(text)
        else reject(new Error(`${method} ${url} answered ${response.statusCode}: ${text.slice(0, 300)}`))
      })
    })
    call.once('error', reject)
    call.end(content)
  })
}

/** Runs `shoppers` for `seconds`. Set `start: false` for the bare server, which has no configuration to start. */
export async function runChangingShoppers(
  url: string,
  product: number,
  wishes: readonly ConfigurationChange[],
  { shoppers, seconds, start }: { readonly shoppers: number; readonly seconds: number; readonly start: boolean },
): Promise<LatencyPercentiles> {
  const agent = new Agent({ keepAlive: true, maxSockets: shoppers })
  const api = `${url}/svc-api/runtime/v1/configurations`
  const times: number[] = []
  const runShopper = async (first: number): Promise<void> => {
    const startReply = start ? await sendJson(agent, 'POST', api, { product_id: product }) : null
    const token = startReply === null ? 'x' : (JSON.parse(startReply) as { data: { configuration: string } }).data.configuration
    const until = performance.now() + seconds * 1_000
    for (let n = first; performance.now() < until; n++) {
      const from = performance.now()
      await sendJson(agent, 'PATCH', `${api}/${token}?prices=1`, { selections: [wishes[n % wishes.length]] })
      times.push(performance.now() - from)
    }
  }
  try {
    await Promise.all(Array.from({ length: shoppers }, (_, shopper) => runShopper(shopper * 7)))
  } finally {
    agent.destroy()
  }
  return { p50: pickPercentileOf(times, 0.5), p99: pickPercentileOf(times, 0.99) }
}
