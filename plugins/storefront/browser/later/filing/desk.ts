// The controls around a file field: upload progress, preview, and buttons to cancel, retry or remove a file.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { FileTexts } from '../../../text.js'
import { type Control, numberIn, textIn } from '../../question.js'
import { refuseFile, removeFile, sendAgain, sendFile, type Sent, sentTo, stopFile } from './sending.js'
import { fileTextsIn } from './words.js'

type Markup = TemplateResult | typeof nothing

/** Refuses an invalid file without sending it. Always clears the field: the saved file is shown below it. */
export function takeFile(control: Control, field: HTMLInputElement): void {
  const file = field.files?.[0]
  field.value = ''
  if (!file) return
  const { question, sender, wording } = control
  const kinds = textIn(question, 'upload_extensions')
  const megabytes = numberIn(question, 'upload_size_mb')
  const texts = fileTextsIn(wording.language)
  const extension = `.${file.name.split('.').at(-1)!.toLowerCase()}`
  if (kinds && !field.accept.toLowerCase().split(',').includes(extension))
    refuseFile(sender, question.id, texts.fileKind(file.name, kinds))
  else if (megabytes !== null && file.size > megabytes * 1_048_576)
    refuseFile(sender, question.id, texts.fileSize(file.name, wording.number(megabytes)))
  else void sendFile(sender, question.id, file)
}

/** The upload progress with a cancel button, or a retry button for a lost file. */
function underWay({ question, sender, wording }: Control, sent: Sent, texts: FileTexts): Markup {
  const { file, arrived, isLost } = sent
  const leave = html`
    <button type="button" class="plain" aria-label=${texts.leaveOut(file.name)} @click=${() => stopFile(sender, question.id)}>
      ${texts.cancel}
    </button>
  `
  if (isLost)
    return html`
      <span class="held">${file.name}</span>
      <button type="button" @click=${() => sendAgain(sender, question.id, sent)}>${wording.texts.tryAgain}</button>
      ${leave}
    `
  if (!sender.uploading.has(question.id)) return nothing
  return html`
    <span class="held">${file.name}</span>
    <progress max="1" .value=${arrived} aria-label=${texts.sending(file.name)}></progress>
    <span aria-hidden="true">${new Intl.NumberFormat(wording.language, { style: 'percent' }).format(arrived)}</span>
    ${leave}
  `
}

/** The button that removes the saved file. */
function removal({ disabled, question, sender, state }: Control, texts: FileTexts): Markup {
  const name = state.text ?? ''
  if (state.selection === null) return nothing
  return html`
    <button
      type="button"
      class="plain"
      aria-label=${texts.removeFile(name)}
      ?disabled=${disabled}
      @click=${() => removeFile(sender, question.id)}
    >
      ${texts.remove}
    </button>
  `
}

/** The announcement for screen readers that a file was uploaded or removed. */
function news({ state }: Control, sent: Sent | undefined, texts: FileTexts): string {
  if (sent === undefined || sent.id === null) return ''
  if (sent.isRemoved) return state.selection === null ? texts.fileRemoved(sent.file.name) : ''
  return sent.id === state.selection ? texts.fileCame(sent.file.name) : ''
}

function picture({ state }: Control, sent: Sent | undefined, texts: FileTexts): Markup {
  const canvas = sent?.preview
  if (!canvas || sent.isRemoved || (sent.id !== null && sent.id !== state.selection)) return nothing
  canvas.setAttribute('role', 'img')
  canvas.setAttribute('aria-label', texts.preview(sent.file.name))
  return html`<span class="file-preview">${canvas}</span>`
}

/** Controls in the same line as the field. */
export function besideFile(control: Control): TemplateResult {
  const texts = fileTextsIn(control.wording.language)
  const sent = sentTo(control.sender, control.question.id)
  return html`${removal(control, texts)} ${sent?.id === null ? underWay(control, sent, texts) : nothing}`
}

export function belowFile(control: Control): TemplateResult {
  const texts = fileTextsIn(control.wording.language)
  const sent = sentTo(control.sender, control.question.id)
  return html`${picture(control, sent, texts)} <span class="hidden" role="status">${news(control, sent, texts)}</span>`
}
