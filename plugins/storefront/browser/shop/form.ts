// The state of a form: typed values, refusals of the service, and fields that show both.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import { live } from 'lit/directives/live.js'
import type { ApiFailure } from '../api-client.js'
import type { ShopElement } from './shop-element.js'

export interface FieldOptions {
  /** The field's name in the API. */
  readonly name: string
  readonly label: string
  /** The saved value. */
  readonly value?: string | undefined
  readonly type?: 'email' | 'password' | 'tel' | 'text'
  readonly autocomplete?: string
  readonly inputmode?: string
  readonly isRequired?: boolean
  readonly hint?: string
  /** Multiline. */
  readonly isLong?: boolean
  /** The width of the field in its row; half by default. */
  readonly isShort?: boolean
  readonly isRest?: boolean
  readonly isWide?: boolean
}

export interface SelectFieldOptions extends FieldOptions {
  readonly choices: readonly (readonly [value: string, text: string])[]
}

const formatWidthClass = ({ isLong, isWide, isShort, isRest }: FieldOptions): string =>
  `field${isLong || isWide ? ' wide' : ''}${isShort ? ' short' : ''}${isRest ? ' rest' : ''}`

export class Form {
  /** Error messages by field. */
  refusals: ReadonlyMap<string, string> = new Map()
  private typed = new Map<string, string>()
  private readonly labels = new Map<string, string>()

  constructor(
    private readonly host: ShopElement,
    /** Prefix of the field ids. */
    readonly name: string,
    /** True: typed values survive a reload of the page. */
    private readonly isPersistent = false,
  ) {
    if (isPersistent) this.typed = new Map(Object.entries(this.loadTyped()))
  }

  /** The typed value, or else the saved one. */
  value(name: string, storedValue = ''): string {
    return this.typed.get(name) ?? storedValue
  }

  set(name: string, value: string): void {
    this.typed.set(name, value)
    this.storeTyped()
    this.host.requestUpdate()
  }

  /** Discards the typed value. */
  discard(name: string): void {
    this.typed.delete(name)
    this.storeTyped()
    this.host.requestUpdate()
  }

  /** Typed values by field. */
  entries(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.typed)
  }

  clear(): void {
    this.typed = new Map()
    this.refusals = new Map()
    this.storeTyped()
  }

  /** Shows the missing fields and focuses the list of errors; false if nothing is missing. */
  showMissing(missing: readonly { readonly field: string; readonly message: string }[]): boolean {
    this.refusals = new Map(missing.map(({ field, message }) => [field, message]))
    if (missing.length > 0) this.host.focusOn(`#${this.name}-refusals`)
    this.host.requestUpdate()
    return missing.length > 0
  }

  /**
   * Shows the service's refusals at their fields and focuses the list of errors; false if no field was refused.
   * @param further messages of this form, by code
   */
  showRefusals(
    failure: ApiFailure | null,
    fieldOf = (name: string): string => name,
    further: Readonly<Record<string, string>> = {},
  ): boolean {
    if (failure === null) return false
    const issues = failure.status === 422 ? (failure.problem.validationIssues ?? []) : []
    this.refusals = new Map(
      issues.map(({ field, code, message }) => {
        const name = fieldOf(field)
        const { refusal } = this.host.texts
        return [name, refusal({ code: `${name}_${code}` }) || (further[code] ?? refusal({ code })) || message]
      }),
    )
    if (issues.length > 0) this.host.focusOn(`#${this.name}-refusals`)
    return issues.length > 0
  }

  /** The list of errors above the form, with links to the fields. */
  summary(): TemplateResult | typeof nothing {
    if (this.refusals.size === 0) return nothing
    const { texts } = this.host
    const entry = ([field, message]: readonly [string, string]): TemplateResult => html`
      <li><a href=${`#${this.id(field)}`} @click=${(event: Event) => this.focusField(event, field)}>${this.formatRefusal(field, message)}</a></li>
    `
    return html`
      <div class="refusals" id=${`${this.name}-refusals`} role="group" aria-labelledby=${`${this.name}-refused`} tabindex="-1">
        <p id=${`${this.name}-refused`}>${texts.pleaseCorrect({ count: this.refusals.size })}</p>
        <ul>
          ${[...this.refusals].map(entry)}
        </ul>
      </div>
    `
  }

  field(options: FieldOptions): TemplateResult {
    const { name, type = 'text', isLong = false } = options
    const input = (event: Event): void => this.set(name, (event.target as HTMLInputElement).value)
    const [id, described, refusal] = [this.id(name), this.describedBy(options), this.refusals.get(name)]
    const value = this.value(name, options.value)
    const control = isLong
      ? html`<textarea
          id=${id}
          name=${name}
          rows="2"
          aria-describedby=${described}
          aria-invalid=${refusal ? 'true' : 'false'}
          .value=${live(value)}
          @input=${input}
        ></textarea>`
      : html`<input
          id=${id}
          name=${name}
          type=${type}
          autocomplete=${options.autocomplete ?? 'off'}
          inputmode=${options.inputmode ?? nothing}
          ?required=${options.isRequired}
          aria-describedby=${described}
          aria-invalid=${refusal ? 'true' : 'false'}
          .value=${live(value)}
          @input=${input}
        />`
    return this.fieldFrame(options, control)
  }

  select(options: SelectFieldOptions): TemplateResult {
    const { name, choices } = options
    const value = this.value(name, options.value)
    const change = (event: Event): void => this.set(name, (event.target as HTMLSelectElement).value)
    const choice = ([optionValue, text]: readonly [string, string]): TemplateResult =>
      html`<option value=${optionValue} ?selected=${optionValue === value}>${text}</option>`
    const control = html`
      <select
        id=${this.id(name)}
        name=${name}
        autocomplete=${options.autocomplete ?? 'off'}
        ?required=${options.isRequired}
        aria-describedby=${this.describedBy(options)}
        aria-invalid=${this.refusals.has(name) ? 'true' : 'false'}
        .value=${live(value)}
        @change=${change}
      >
        ${value === '' || !options.isRequired ? html`<option value="" ?selected=${value === ''}>${this.host.texts.pleaseChoose}</option>` : nothing}
        ${choices.map(choice)}
      </select>
    `
    return this.fieldFrame(options, control)
  }

  checkbox({ name, label, value = '' }: FieldOptions): TemplateResult {
    const change = (event: Event): void => this.set(name, (event.target as HTMLInputElement).checked ? 'yes' : '')
    const refusal = this.refusals.get(name)
    return html`
      <div class="field wide">
        <label class="check">
          <input
            id=${this.id(name)}
            name=${name}
            type="checkbox"
            aria-describedby=${`${this.id(name)}-refusal`}
            aria-invalid=${refusal ? 'true' : 'false'}
            .checked=${live(this.value(name, value) === 'yes')}
            @change=${change}
          />
          <span>${label}</span>
        </label>
        <span class="refusal" id=${`${this.id(name)}-refusal`}>${refusal}</span>
      </div>
    `
  }

  private fieldFrame(options: FieldOptions, control: TemplateResult): TemplateResult {
    const { name, label, isRequired, hint } = options
    this.labels.set(name, label)
    const id = this.id(name)
    const { required } = this.host.texts
    return html`
      <div class=${formatWidthClass(options)}>
        <label for=${id}>${label}${isRequired ? html` <span class="required" title=${required} aria-hidden="true">*</span>` : nothing}</label>
        ${control}
        ${hint ? html`<span class="hint" id=${`${id}-hint`}>${hint}</span>` : nothing}
        <span class="refusal" id=${`${id}-refusal`}>${this.refusals.get(name)}</span>
      </div>
    `
  }

  private formatRefusal(field: string, message: string): string {
    const label = this.labels.get(field)
    return label === undefined ? message : `${label}: ${message}`
  }

  private get key(): string {
    return `svc-form-${this.name}`
  }

  private loadTyped(): Readonly<Record<string, string>> {
    try {
      return JSON.parse(sessionStorage.getItem(this.key) ?? '{}') as Readonly<Record<string, string>>
    } catch {
      return {}
    }
  }

  private storeTyped(): void {
    if (!this.isPersistent) return
    try {
      sessionStorage.setItem(this.key, JSON.stringify(this.entries()))
    } catch {
      // Storage is not available: typed values are lost on a reload.
    }
  }

  private id(name: string): string {
    return `${this.name}-${name.replaceAll('.', '-')}`
  }

  private describedBy({ name, hint }: FieldOptions): string {
    const id = this.id(name)
    return hint ? `${id}-hint ${id}-refusal` : `${id}-refusal`
  }

  private focusField(event: Event, field: string): void {
    event.preventDefault()
    this.host.focusOn(`#${this.id(field)}`)
  }
}
