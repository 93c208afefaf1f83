// Updates the factors of the shop's currencies with the daily reference rates of the European Central Bank: an XML file with about thirty currencies.
import {
  type Context,
  day,
  defineTask,
  type FactorOptions,
  type Plugin,
  type RateSource,
  setCurrencyFactors,
} from 'product-configurator-service'

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

interface DailyRates {
  /** `2030-01-02` */
  readonly day: string
  /** Units per euro, by ISO code. Includes EUR. */
  readonly perEuro: ReadonlyMap<string, number>
}

const opening = /<Cube time=(?:'(\d{4}-\d\d-\d\d)'|"(\d{4}-\d\d-\d\d)")\s?>/g
const rate = /\s*<Cube currency=['"]([A-Z]{3})['"] rate=['"](\d{1,9}(?:\.\d{1,9})?)['"]\s?\/>/y
const closing = /\s*<\/Cube>\s*<\/Cube>\s*<\/gesmes:Envelope>\s*$/y

/** Matches a sticky pattern exactly at this offset. */
function matchAt(pattern: RegExp, text: string, offset: number): RegExpExecArray | null {
  pattern.lastIndex = offset
  return pattern.exec(text)
}

/** Throws an Error with a sentence about the first fault. */
export function parseDailyRates(text: string): DailyRates {
  const [first, second] = text.matchAll(opening)
  if (!first || second) throw new Error('The file of daily rates must contain exactly one day.')
  const perEuro = new Map([['EUR', 1]])
  let offset = first.index + first[0].length
  for (let match = matchAt(rate, text, offset); match; match = matchAt(rate, text, offset)) {
    const [whole, code = '', units] = match
    if (perEuro.has(code)) throw new Error(`The file of daily rates contains '${code}' twice.`)
    if (Number(units) === 0) throw new Error(`The file of daily rates contains the rate 0 for '${code}'.`)
    perEuro.set(code, Number(units))
    offset += whole.length
  }
  if (perEuro.size === 1 || !matchAt(closing, text, offset)) {
    throw new Error(`The file of daily rates is malformed after ${perEuro.size - 1} currencies.`)
  }
  return { day: first[1] ?? first[2] ?? '', perEuro }
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

export interface EcbOptions extends Pick<FactorOptions, 'codes' | 'largestMove'> {
  /** Base URL of the rates folder, without a trailing slash. Default: the bank's own; a mirror works as well. */
  readonly baseUrl?: string
}

const officialUrl = 'https://www.ecb.europa.eu/stats/eurofxref'
const fourHours = 14_400

export function ecb({ baseUrl = officialUrl, ...options }: EcbOptions = {}): Plugin {
  return {
    name: 'ecb',
    core: '^0.1.0',
    contributes: {
      tasks: [
        defineTask({
          name: 'set-currency-factors',
          description: 'Sets currency multipliers to the reference rates of the European Central Bank.',
          every: fourHours,
          run: async ({ context, signal }) =>
            void (await setCurrencyFactors(context, ecbRates(baseUrl, context.clock), signal, options)),
        }),
      ],
    },
  }
}
