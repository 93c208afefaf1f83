// A file of the shopper's; the entry is the opaque id that the service gave it.
import { html, nothing } from 'lit'
import { type Control, numberIn, type QuestionRenderer, textIn } from '../question.js'

const accepted = (extensions: string): string =>
  extensions
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((extension) => `.${extension.replace(/^\./, '')}`)
    .join(',')

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
          @change=${(event: Event) => {
            const file = (event.target as HTMLInputElement).files?.[0]
            if (file) control.send(file)
          }}
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
