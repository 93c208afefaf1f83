// Judges VAT ids of the European Union and of Northern Ireland without asking anybody: country, form and check digits.
import { forms } from './regions/index.js'
import type { VatIdForm } from './define.js'

const byPrefix: ReadonlyMap<string, VatIdForm> = new Map(
  forms.flatMap((form) => [form.prefix, form.alsoPrefix].flatMap((letters) => (letters ? [[letters, form] as const] : []))),
)

const known = forms.map(({ prefix }) => prefix).join(', ')

/** Signs of a text that a sentence repeats. */
const repeated = 40

export type VatIdJudgement =
  | {
      readonly ok: true
      /** As registers know it: `DE136695976`. */
      readonly id: string
      /** ISO 3166-1 alpha-2: GR for EL, GB for XI. */
      readonly country: string
      /** True for XI: an id for goods, in a part of the country alone. */
      readonly northernIreland?: true
    }
  | {
      readonly ok: false
      /** Full sentences that say what would be accepted. */
      readonly reason: string
    }

/** Without what people put between the signs: blanks, dots, hyphens and dashes. */
function compact(text: string): string {
  return text.replace(/[\s.\-\u2010-\u2015]/g, '').toUpperCase()
}

/** True where the letters in front are those of a country whose ids are known here; of all others nothing can be said. */
export function knowsVatId(text: string): boolean {
  return byPrefix.has(compact(text).slice(0, 2))
}

/** Judges a text, however it is spaced and in whichever case. Whether the id was ever given to anybody only a register knows. */
export function judgeVatId(text: string): VatIdJudgement {
  const whole = compact(text)
  const form = byPrefix.get(whole.slice(0, 2))
  if (!form) return refused(text, `is no VAT id of the EU or of Northern Ireland, which begins with one of ${known}.`)
  const sent = whole.slice(2)
  const body = form.complete?.(sent) ?? sent
  const own = `A VAT id of ${form.name} is ${form.written}, for instance ${form.example}.`
  if (!form.pattern.test(body)) return refused(text, `is not written as it should be. ${own}`)
  // Zeros alone fit most sums.
  if (!form.holds(body) || !/[1-9]/.test(body)) return refused(text, `is mistyped: its check digits do not fit. ${own}`)
  const { prefix, country, northernIreland } = form
  return { ok: true, id: prefix + body, country, ...(northernIreland && { northernIreland }) }
}

function refused(text: string, because: string): VatIdJudgement {
  const shown = text.length > repeated ? `${text.slice(0, repeated)}…` : text
  return { ok: false, reason: `'${shown}' ${because}` }
}
