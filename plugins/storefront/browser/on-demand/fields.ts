// Renderers of the rare question types in one module, because a product with one of these types often has several.
import { type QuestionRenderer, type QuestionControl, getNumberSetting, getTextSetting } from '../question.js'
import { css } from '../base-element.js'
import { html, nothing } from 'lit/html.js'
import { addDays, dayOf } from '#core/contract.js'
import type { EntryReadiness } from '../pending-entry.js'
import { unlessFocused, checkNumberReadiness } from '../entry.js'
import { live } from 'lit/directives/live.js'
import { listExtensionSpellings } from '#core/surface.js'

/** Today in the shop's time zone plus `days`, as ISO date for the browser's date field; nothing without a limit. */
function addDaysToToday(days: number | null, timeZone = 'UTC'): string | typeof nothing {
  return days === null ? nothing : addDays(dayOf(Date.now(), timeZone), days)
}

const readDate = (event: Event): string => (event.target as HTMLInputElement).value

/** While a year is being typed, the date has a year such as 2 or 20. So before the field is left, only an allowed date is sent. */
function checkReadiness(event: Event): EntryReadiness {
  const { value, validity } = event.target as HTMLInputElement
  return value !== '' && value >= '1000' && validity.valid ? 'send' : 'wait'
}

/** Renderer of the question type Calendar: a date within the allowed range. */
const calendarRenderer: QuestionRenderer = {
  type: 'Calendar',
  grouped: false,
  render: (control: QuestionControl) => html`
    <input
      id=${control.id}
      type="date"
      min=${addDaysToToday(getNumberSetting(control.question, 'calendar_days_min'), control.wording.timeZone)}
      max=${addDaysToToday(getNumberSetting(control.question, 'calendar_days_max'), control.wording.timeZone)}
      ?required=${control.state.required}
      ?disabled=${control.disabled}
      aria-invalid=${control.invalid}
      aria-describedby=${control.describedBy}
      @input=${(event: Event) => control.type(readDate(event), readDate(event), checkReadiness(event))}
      @blur=${() => control.leave()}
      ${unlessFocused(control.value.slice(0, 10), control.generation)}
    />
  `,
}

const readText = (event: Event): string => (event.target as HTMLInputElement).value.trim()
const colourPattern = /^#[0-9a-f]{6}$/i

/** Renderer of the question type Colorpicker: a color from the browser's picker or as a hex code. */
const colorpickerRenderer: QuestionRenderer = {
  type: 'Colorpicker',
  grouped: false,
  render: (control: QuestionControl) => html`
    <span class="entry colour">
      <input
        type="color"
        aria-labelledby=${control.labelId}
        ?disabled=${control.disabled}
        .value=${live(colourPattern.test(control.value) ? control.value.toLowerCase() : '#ffffff')}
        @change=${(event: Event) => control.select(readText(event))}
      />
      <input
        id=${control.id}
        type="text"
        maxlength="32"
        spellcheck="false"
        placeholder="#1e90ff"
        ?required=${control.state.required}
        ?disabled=${control.disabled}
        aria-invalid=${control.invalid}
        aria-describedby=${control.describedBy}
        @input=${(event: Event) => control.type(readText(event), readText(event), 'wait')}
        @change=${(event: Event) => control.enter(readText(event), readText(event))}
        @blur=${() => control.leave()}
        ${unlessFocused(control.value, control.generation)}
      />
    </span>
  `,
}

/** Both fields return plain numbers, independent of the language. */
const readEntry = (event: Event): string => (event.target as HTMLInputElement).value

/** Renderer of the question type Slider: a number between two limits, dragged or typed. */
const sliderRenderer: QuestionRenderer = {
  type: 'Slider',
  grouped: false,
  render(control: QuestionControl) {
    const { question, state } = control
    const min = state.min ?? 0
    const max = state.max ?? Math.max(min + 100, Number(control.value) || 0)
    const step = getNumberSetting(question, 'slider_steps') ?? 1
    return html`
      <span class="slider">
        <input
          type="range"
          tabindex="-1"
          aria-hidden="true"
          min=${min}
          max=${max}
          step=${step}
          ?disabled=${control.disabled}
          .value=${live(control.value === '' ? String(min) : control.value)}
          @input=${(event: Event) => control.type(readEntry(event), readEntry(event), 'try')}
          @change=${(event: Event) => control.enter(readEntry(event))}
        />
        <span class="entry">
          <input
            id=${control.id}
            type="number"
            min=${min}
            max=${max}
            step=${step}
            ?required=${state.required}
            ?disabled=${control.disabled}
            aria-invalid=${control.invalid}
            aria-describedby=${control.describedBy}
            @input=${(event: Event) => control.type(readEntry(event), readEntry(event), checkNumberReadiness(readEntry(event), 'en', false, state))}
            @change=${(event: Event) => control.enter(readEntry(event), readEntry(event))}
            @blur=${() => control.leave()}
            ${unlessFocused(control.value, control.generation)}
          />
          ${question.unit ? html`<span class="unit">${question.unit}</span>` : nothing}
        </span>
      </span>
    `
  },
}

/** Converts extensions to the format of the `accept` attribute: `.pdf,.jpg,.jpeg`. */
const formatAcceptAttribute = (extensions: string): string =>
  extensions
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .flatMap((extension) => listExtensionSpellings(extension.replace(/^\./, '')))
    .map((extension) => `.${extension}`)
    .join(',')

/** Renderer of the question type Upload: a shopper's file. The entry is the opaque id from the service. */
const uploadRenderer: QuestionRenderer = {
  type: 'Upload',
  grouped: false,
  render(control: QuestionControl) {
    const { question, state, wording } = control
    const extensions = getTextSetting(question, 'upload_extensions')
    const megabytes = getNumberSetting(question, 'upload_size_mb')
    // Loaded after the first drawing.
    const filePart = control.loadFileFieldPart()
    return html`
      <span class="entry upload">
        <input
          id=${control.id}
          type="file"
          accept=${formatAcceptAttribute(extensions)}
          ?required=${state.required && state.selection === null}
          ?disabled=${control.disabled || filePart === null}
          aria-invalid=${control.invalid}
          aria-describedby=${control.describedBy}
          @change=${(event: Event) => filePart?.acceptFile(control, event.target as HTMLInputElement, filePart.texts)}
        />
        ${state.selection === null ? nothing : html`<span class="held">${state.text}</span>`} ${filePart?.renderFileControls(control, filePart.texts)}
      </span>
      ${filePart?.renderFileDetails(control, filePart.texts)}
      ${
        extensions && megabytes !== null
          ? html`<span class="hint">${wording.texts.allowedFiles({ extensions, megabytes: wording.number(megabytes) })}</span>`
          : nothing
      }
    `
  },
}

export const renderers: readonly QuestionRenderer[] = [calendarRenderer, colorpickerRenderer, sliderRenderer, uploadRenderer]

export const style = css`
  .entry.colour input[type='color'] {
    width: 2.8rem;
    height: 2.6rem;
    padding: 0.15rem;
    border: 1px solid var(--svc-edge);
    border-radius: var(--svc-radius);
    background: none;
  }
  /* While a key is at its day, month or year, a browser does not say that the ring is wanted. */
  input[type='date']:focus-within {
    outline: 3px solid var(--svc-focus);
    outline-offset: 2px;
  }
  .upload input {
    width: 100%;
  }
  .slider {
    display: flex;
    gap: 1rem;
    align-items: center;
    flex-wrap: wrap;
  }
  .slider input[type='range'] {
    flex: 1 1 12rem;
    max-width: 22rem;
    accent-color: var(--svc-accent);
  }
  .slider .entry input {
    width: 7rem !important;
  }
`
