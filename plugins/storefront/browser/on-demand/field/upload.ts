// Renderer of the question type Upload: a shopper's file. The entry is the opaque id from the service.
import { html, nothing } from 'lit/html.js'
import { listExtensionSpellings } from '#core/surface.js'
import { type QuestionControl, getNumberSetting, type QuestionRenderer, getTextSetting } from '../../question.js'

/** Converts extensions to the format of the `accept` attribute: `.pdf,.jpg,.jpeg`. */
const formatAcceptAttribute = (extensions: string): string =>
  extensions
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter(Boolean)
    .flatMap((extension) => listExtensionSpellings(extension.replace(/^\./, '')))
    .map((extension) => `.${extension}`)
    .join(',')

export const uploadRenderer: QuestionRenderer = {
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
          aria-invalid=${control.invalid ? 'true' : 'false'}
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
