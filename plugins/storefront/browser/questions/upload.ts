// A file of the shopper's; the entry is the opaque id that the service gave it.
import { html, nothing } from 'lit'
import type { Control, QuestionRenderer } from '../question.js'

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
    return html`
      <span class="entry upload">
        <input
          id=${control.id}
          type="file"
          accept=${accepted(question.upload_extensions)}
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
        question.upload_extensions && question.upload_size_mb !== null
          ? html`<span class="hint">${wording.texts.allowedFiles(question.upload_extensions, wording.number(question.upload_size_mb))}</span>`
          : nothing
      }
    `
  },
}
