// The European Central Bank as a source of exchange rates: one small XML file, from the euro to thirty currencies.
import { type Context, day, type RateSource } from 'product-configurator-service'
import { dailyRates, type DailyRates } from './daily-rates.js'

/** Bytes; the bank's file has two thousand. */
const largest = 65_536
/** Milliseconds. No holidays of the bank last so long: an older file lies at a mirror that stands still. */
const oldest = 10 * day

/** The body as text, read no further than it may reach. */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > largest) throw new Error(`A file of daily rates has at most ${largest} bytes, and this one has more.`)
    chunks.push(chunk)
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
}

function requireRecent(rates: DailyRates, now: number): void {
  const age = now - Date.parse(rates.day)
  if (!(age < oldest && age > -2 * day)) throw new Error(`The file of daily rates is of ${rates.day}, which is not a day of now.`)
}

export function ecbRates(baseUrl: string, clock: Context['clock']): RateSource {
  return {
    name: 'ecb',
    async factors(base, codes, signal) {
      const response = await fetch(`${baseUrl}/eurofxref-daily.xml`, { headers: { accept: 'application/xml' }, signal })
      if (!response.ok) throw new Error(`The server of daily rates answered with the status ${response.status}.`)
      const rates = dailyRates(await textOf(response))
      requireRecent(rates, clock.now())
      const ofBase = rates.perEuro.get(base)
      if (ofBase === undefined)
        throw new Error(`The European Central Bank has no rate of '${base}', in which prices are entered.`)
      const known = codes.flatMap((code): readonly (readonly [string, number])[] => {
        const perEuro = rates.perEuro.get(code)
        return perEuro === undefined ? [] : [[code, perEuro / ofBase]]
      })
      return new Map(known)
    },
  }
}
