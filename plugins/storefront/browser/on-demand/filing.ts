// The module for file fields: upload, progress, preview and removal of files.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { DeferredTexts } from '../../text/types.js'
import { css } from '../base-element.js'
import { type QuestionControl, getNumberSetting, getTextSetting } from '../question.js'
import {
  refuseUpload,
  removeUpload,
  retryUpload,
  sendUpload,
  type FileUpload,
  findUpload,
  abortUpload,
} from './filing/file-upload.js'

export { sendUpload } from './filing/file-upload.js'

/** Styles of the controls around a file field. */
export const style = css`
  .upload progress {
    flex: 0 1 10rem;
    min-width: 4rem;
    accent-color: var(--svc-accent);
  }
  .upload .held {
    overflow-wrap: anywhere;
  }
  .file-preview canvas {
    display: block;
    max-width: 100%;
    margin-top: 0.5rem;
    border: 1px solid var(--svc-edge);
    border-radius: var(--svc-radius);
  }
`

// The controls around a file field: upload progress, preview, and buttons to cancel, retry or remove a file.

type OptionalTemplate = TemplateResult | typeof nothing

/** Refuses an invalid file without sending it. Always clears the field: the saved file is shown below it. */
export function acceptFile(control: QuestionControl, field: HTMLInputElement, texts: DeferredTexts): void {
  const file = field.files?.[0]
  field.value = ''
  if (!file) return
  const { question, sender, wording } = control
  const kinds = getTextSetting(question, 'upload_extensions')
  const megabytes = getNumberSetting(question, 'upload_size_mb')
  const extension = `.${file.name.split('.').at(-1)!.toLowerCase()}`
  if (kinds && !field.accept.split(',').includes(extension))
    refuseUpload(sender, question.id, texts.fileKind({ name: file.name, extensions: kinds }))
  else if (megabytes !== null && file.size > megabytes * 1_048_576)
    refuseUpload(sender, question.id, texts.fileSize({ name: file.name, megabytes: wording.number(megabytes) }))
  else void sendUpload(sender, question.id, file)
}

/** The upload progress with a cancel button, or a retry button for a lost file. */
function uploadProgress(
  { question, sender, wording }: QuestionControl,
  upload: FileUpload,
  texts: DeferredTexts,
): OptionalTemplate {
  const { file, arrived, isLost } = upload
  const leave = html`
    <button type="button" class="plain" aria-label=${texts.leaveOut({ name: file.name })} @click=${() => abortUpload(sender, question.id)}>
      ${texts.cancel}
    </button>
  `
  if (isLost)
    return html`
      <span class="held">${file.name}</span>
      <button type="button" @click=${() => retryUpload(sender, question.id, upload)}>${wording.texts.tryAgain}</button>
      ${leave}
    `
  if (!sender.uploadAborts.has(question.id)) return nothing
  return html`
    <span class="held">${file.name}</span>
    <progress max="1" .value=${arrived} aria-label=${texts.sending({ name: file.name })}></progress>
    <span aria-hidden="true">${new Intl.NumberFormat(wording.language, { style: 'percent' }).format(arrived)}</span>
    ${leave}
  `
}

/** The button that removes the saved file. */
function removeButton({ disabled, question, sender, state }: QuestionControl, texts: DeferredTexts): OptionalTemplate {
  const name = state.text ?? ''
  if (state.selection === null) return nothing
  return html`
    <button
      type="button"
      class="plain"
      aria-label=${texts.removeFile({ name })}
      ?disabled=${disabled}
      @click=${() => removeUpload(sender, question.id)}
    >
      ${texts.remove}
    </button>
  `
}

/** The announcement for screen readers that a file was uploaded or removed. */
function formatFileAnnouncement({ state }: QuestionControl, upload: FileUpload | undefined, texts: DeferredTexts): string {
  if (upload === undefined || upload.id === null) return ''
  if (upload.isRemoved) return state.selection === null ? texts.fileRemoved({ name: upload.file.name }) : ''
  return upload.id === state.selection ? texts.fileCame({ name: upload.file.name }) : ''
}

function filePreview({ state }: QuestionControl, upload: FileUpload | undefined, texts: DeferredTexts): OptionalTemplate {
  const canvas = upload?.preview
  if (!canvas || upload.isRemoved || (upload.id !== null && upload.id !== state.selection)) return nothing
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', texts.preview({ name: upload.file.name }))
  return html`<span class="file-preview">${canvas}</span>`
}

/** Controls in the same line as the field. */
export function renderFileControls(control: QuestionControl, texts: DeferredTexts): TemplateResult {
  const upload = findUpload(control.sender, control.question.id)
  return html`${removeButton(control, texts)} ${upload?.id === null ? uploadProgress(control, upload, texts) : nothing}`
}

export function renderFileDetails(control: QuestionControl, texts: DeferredTexts): TemplateResult {
  const upload = findUpload(control.sender, control.question.id)
  return html`${filePreview(control, upload, texts)} <span class="hidden" role="status">${formatFileAnnouncement(control, upload, texts)}</span>`
}
