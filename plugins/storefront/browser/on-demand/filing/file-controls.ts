// The controls around a file field: upload progress, preview, and buttons to cancel, retry or remove a file.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { FileTexts } from '../../../text.js'
import { type QuestionControl, getNumberSetting, getTextSetting } from '../../question.js'
import { refuseUpload, removeUpload, retryUpload, sendUpload, type FileUpload, findUpload, abortUpload } from './file-upload.js'
import { getFileTexts } from './file-texts.js'

type OptionalTemplate = TemplateResult | typeof nothing

/** Refuses an invalid file without sending it. Always clears the field: the saved file is shown below it. */
export function acceptFile(control: QuestionControl, field: HTMLInputElement): void {
  const file = field.files?.[0]
  field.value = ''
  if (!file) return
  const { question, sender, wording } = control
  const kinds = getTextSetting(question, 'upload_extensions')
  const megabytes = getNumberSetting(question, 'upload_size_mb')
  const texts = getFileTexts(wording.language)
  const extension = `.${file.name.split('.').at(-1)!.toLowerCase()}`
  if (kinds && !field.accept.toLowerCase().split(',').includes(extension))
    refuseUpload(sender, question.id, texts.fileKind(file.name, kinds))
  else if (megabytes !== null && file.size > megabytes * 1_048_576)
    refuseUpload(sender, question.id, texts.fileSize(file.name, wording.number(megabytes)))
  else void sendUpload(sender, question.id, file)
}

/** The upload progress with a cancel button, or a retry button for a lost file. */
function uploadProgress({ question, sender, wording }: QuestionControl, upload: FileUpload, texts: FileTexts): OptionalTemplate {
  const { file, arrived, isLost } = upload
  const leave = html`
    <button type="button" class="plain" aria-label=${texts.leaveOut(file.name)} @click=${() => abortUpload(sender, question.id)}>
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
    <progress max="1" .value=${arrived} aria-label=${texts.sending(file.name)}></progress>
    <span aria-hidden="true">${new Intl.NumberFormat(wording.language, { style: 'percent' }).format(arrived)}</span>
    ${leave}
  `
}

/** The button that removes the saved file. */
function removeButton({ disabled, question, sender, state }: QuestionControl, texts: FileTexts): OptionalTemplate {
  const name = state.text ?? ''
  if (state.selection === null) return nothing
  return html`
    <button
      type="button"
      class="plain"
      aria-label=${texts.removeFile(name)}
      ?disabled=${disabled}
      @click=${() => removeUpload(sender, question.id)}
    >
      ${texts.remove}
    </button>
  `
}

/** The announcement for screen readers that a file was uploaded or removed. */
function formatFileAnnouncement({ state }: QuestionControl, upload: FileUpload | undefined, texts: FileTexts): string {
  if (upload === undefined || upload.id === null) return ''
  if (upload.isRemoved) return state.selection === null ? texts.fileRemoved(upload.file.name) : ''
  return upload.id === state.selection ? texts.fileCame(upload.file.name) : ''
}

function filePreview({ state }: QuestionControl, upload: FileUpload | undefined, texts: FileTexts): OptionalTemplate {
  const canvas = upload?.preview
  if (!canvas || upload.isRemoved || (upload.id !== null && upload.id !== state.selection)) return nothing
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', texts.preview(upload.file.name))
  return html`<span class="file-preview">${canvas}</span>`
}

/** Controls in the same line as the field. */
export function renderFileControls(control: QuestionControl): TemplateResult {
  const texts = getFileTexts(control.wording.language)
  const upload = findUpload(control.sender, control.question.id)
  return html`${removeButton(control, texts)} ${upload?.id === null ? uploadProgress(control, upload, texts) : nothing}`
}

export function renderFileDetails(control: QuestionControl): TemplateResult {
  const texts = getFileTexts(control.wording.language)
  const upload = findUpload(control.sender, control.question.id)
  return html`${filePreview(control, upload, texts)} <span class="hidden" role="status">${formatFileAnnouncement(control, upload, texts)}</span>`
}
