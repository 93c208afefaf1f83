// Admin control for fields of the kind `ral`: a number field with a colour sample of its series.
import type { AdminControlState, AdminKit, OpenAdminControl } from 'product-configurator-service'

/** A sample colour per series, indexed by the first digit of the number. */
const samples = [
  '',
  'gold',
  'darkorange',
  'firebrick',
  'rebeccapurple',
  'royalblue',
  'seagreen',
  'slategray',
  'saddlebrown',
  'ivory',
]

/** Accepts `RAL 5010` and `5010` as the same colour. */
const numberOf = (typed: string): string => typed.replace(/^\s*ral\s*/i, '').trim()

export const open: OpenAdminControl = (host: HTMLElement, kit: AdminKit) => {
  const field = document.createElement('input')
  const sample = document.createElement('span')
  let current: AdminControlState | null = null
  field.type = 'text'
  field.maxLength = 8
  field.autocomplete = 'off'
  field.placeholder = '5010'
  sample.ariaHidden = 'true'
  sample.textContent = '\u25a0'
  host.classList.add('with-button')
  host.replaceChildren(field, sample)

  const paint = (): void => {
    const number = numberOf(field.value)
    const series = Number(number[0])
    sample.style.color = /^\d{4}$/.test(number) ? (samples[series] ?? 'transparent') : 'transparent'
    sample.title = kit.language === 'de' ? `Reihe ${series}` : `Series ${series}`
  }
  field.addEventListener('input', () => {
    const number = numberOf(field.value)
    current?.change(number === '' ? null : number)
    paint()
  })
  return {
    show(state) {
      current = state
      field.id = state.id
      field.disabled = state.disabled
      field.setAttribute('aria-required', String(state.required))
      field.setAttribute('aria-invalid', String(state.invalid))
      field.setAttribute('aria-describedby', state.describedBy)
      const digits = typeof state.value === 'string' ? state.value : ''
      // Do not overwrite the text while the user types.
      if (numberOf(field.value) !== digits) field.value = digits
      paint()
    },
  }
}
