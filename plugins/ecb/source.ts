// Exchange rate source: the European Central Bank's daily XML file with about thirty currencies.
import { type Context, day, type RateSource } from 'product-configurator-service'
import { parseDailyRates, type DailyRates } from './daily-rates.js'

/** Maximum file size in bytes. The bank's file has about 2,000. */
const maxBytes = 65_536
/** Maximum age in milliseconds. Longer than any bank holidays: an older file comes from a stale mirror. */
const maxAge = 10 * day

/** Reads the body as text. Throws as soon as it exceeds the maximum size. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new Error(`A file of daily rates has at most ${maxBytes} bytes. This file is larger.`)
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

function requireRecent(rates: DailyRates, now: number): void {
  const age = now - Date.parse(rates.day)
  if (!(age < maxAge && age > -2 * day)) throw new Error(`The file of daily rates is dated ${rates.day}, which is not recent.`)
}

export function ecbRates(baseUrl: string, clock: Context['clock']): RateSource {
  return {
    name: 'ecb',
    async factors(base, codes, signal) {
      const response = await fetch(`${baseUrl}/eurofxref-daily.xml`, { headers: { accept: 'application/xml' }, signal })
      if (!response.ok) throw new Error(`The server of daily rates responded with status ${response.status}.`)
      const rates = parseDailyRates(await readText(response))
      requireRecent(rates, clock.now())
      const baseRate = rates.perEuro.get(base)
      if (baseRate === undefined) throw new Error(`The European Central Bank publishes no rate for the base currency '${base}'.`)
      const factors = codes.flatMap((code): readonly (readonly [string, number])[] => {
        const perEuro = rates.perEuro.get(code)
        return perEuro === undefined ? [] : [[code, perEuro / baseRate]]
      })
      return new Map(factors)
    },
  }
}
