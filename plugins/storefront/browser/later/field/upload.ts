// A file of the shopper's; the entry is the opaque id that the service gave it.
import { html, nothing } from 'lit/html.js'
import { type Control, numberIn, type QuestionRenderer, textIn } from '../../question.js'

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
  const { texts } = control.wording
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
          ? html`<span class="hint">${wording.texts.allowedFiles(extensions, wording.number(megabytes))}</span>`
          : nothing
      }
    `
  },
}
