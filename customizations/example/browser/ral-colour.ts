// Storefront control for RalColour questions: a number field with a colour sample of its series.
import type { QuestionElementState } from 'product-configurator-service'

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

/** Example numbers for the offered series: `5010`, or `7… 9…` if the author allows only some. */
function placeholder(series: string): string {
  return series === '' ? '5010' : [...series].map((first) => `${first}…`).join(' ')
}

class RalColourElement extends HTMLElement {
  private readonly field = document.createElement('input')
  private readonly sample = document.createElement('span')
  private current: QuestionElementState | null = null

  constructor() {
    super()
    this.field.maxLength = 8
    this.field.autocomplete = 'off'
    this.field.addEventListener('input', () => this.show())
    this.field.addEventListener('change', () => this.current?.select(this.field.value.trim()))
    this.sample.ariaHidden = 'true'
    this.sample.textContent = ' \u25a0'
  }

  connectedCallback(): void {
    this.replaceChildren(this.field, this.sample)
  }

  set state(state: QuestionElementState) {
    this.current = state
    this.field.id = state.id
    this.field.placeholder = placeholder(String(state.question['ral_series'] ?? ''))
    this.field.required = state.required
    this.field.disabled = state.disabled
    this.field.setAttribute('aria-describedby', state.describedBy)
    this.field.setAttribute('aria-invalid', String(state.invalid))
    if (this.field.value !== state.value) this.field.value = state.value
    this.show()
  }

  private show(): void {
    const first = /\d/.exec(this.field.value)?.[0]
    this.sample.style.color = first === undefined ? 'transparent' : (samples[Number(first)] ?? '')
  }
}

customElements.define('svc-question-ralcolour', RalColourElement)
