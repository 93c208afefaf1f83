// A file of the shopper's; the entry is the opaque id that the service gave it.
import { html, nothing } from 'lit/html.js'
import { languagePart } from '../../../part-names.js'
import { type Control, numberIn, type QuestionRenderer, textIn } from '../../question.js'
import { fileTexts as german } from './word/de-de.js'
import { fileTexts as english } from './word/en-gb.js'
import { fileTexts as hebrew } from './word/he-il.js'

const spoken = { 'de-de': german, 'en-gb': english, 'he-il': hebrew }

const accepted = (extensions: string): string =>
  extensions
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((extension) => `.${extension.replace(/^\./, '')}`)
    .join(',')

/** A file that will be refused is not sent at all. Its name leaves the field in any case: below stands what is held. */
function sendFile(control: Control, field: HTMLInputElement): void {
  const file = field.files?.[0]
  field.value = ''
  if (!file) return
  const kinds = textIn(control.question, 'upload_extensions')
  const megabytes = numberIn(control.question, 'upload_size_mb')
  const texts = spoken[languagePart(control.wording.language)]
  const extension = `.${file.name.split('.').at(-1)!.toLowerCase()}`
  if (kinds && !accepted(kinds.toLowerCase()).split(',').includes(extension)) control.refuse(texts.fileKind(file.name, kinds))
  else if (megabytes !== null && file.size > megabytes * 1_048_576)
    control.refuse(texts.fileSize(file.name, control.wording.number(megabytes)))
  else control.send(file)
}

export const upload: QuestionRenderer = {
  type: 'Upload',
  grouped: false,
  render(control: Control) {
    const { question, state, wording } = control
    const extensions = textIn(question, 'upload_extensions')
    const megabytes = numberIn(question, 'upload_size_mb')
    return html`
      <span class="entry upload">
        <input
          id=${control.id}
          type="file"
          accept=${accepted(extensions)}
          ?required=${state.required && state.selection === null}
          ?disabled=${control.disabled}
          aria-invalid=${control.invalid ? 'true' : 'false'}
          aria-describedby=${control.describedBy}
          @change=${(event: Event) => sendFile(control, event.target as HTMLInputElement)}
        />
        ${
          state.selection === null
            ? nothing
            : html`
              <span class="held">${state.text}</span>
              <button type="button" class="plain" ?disabled=${control.disabled} @click=${() => control.select(null)}>
                ${wording.texts.clear}
              </button>
            `
        }
      </span>
      ${
        extensions && megabytes !== null
          ? html`<span class="hint">${spoken[languagePart(wording.language)].allowedFiles(extensions, wording.number(megabytes))}</span>`
          : nothing
      }
    `
  },
}
