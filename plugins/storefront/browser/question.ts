// The contract between the configurator and its question renderers: the input of a renderer and the actions it may call.
import { nothing, html, type TemplateResult } from 'lit/html.js'
import type { AnswerReply, AnswerView, QuestionReply, QuestionView } from '#core/surface.js'
import type { EntryReadiness, EntryValue } from './pending-entry.js'
import type { UploadSession } from './on-demand/filing/file-upload.js'
import type { TextFormatter } from '../text-formatter.js'
import type { DeferredTexts } from '../text/types.js'

/** One visible answer with its text and state. Hidden answers are not passed to renderers. */
export interface AnswerChoice {
  readonly view: AnswerView
  readonly state: AnswerReply
  readonly selected: boolean
}

export interface FileFieldPart {
  readonly texts: DeferredTexts
  /** Uploads the chosen file, or shows why it is refused. */
  acceptFile(control: QuestionControl, field: HTMLInputElement, texts: DeferredTexts): void
  renderFileControls(control: QuestionControl, texts: DeferredTexts): TemplateResult
  renderFileDetails(control: QuestionControl, texts: DeferredTexts): TemplateResult
}

export interface QuestionControl {
  readonly question: QuestionView
  readonly state: QuestionReply
  readonly choices: readonly AnswerChoice[]
  /** The shopper's latest entry, or else the saved selection; '' for nothing. */
  readonly value: string
  /** `value` is typed text, exactly as in the field. */
  readonly typed: boolean
  /** Changes when an example or an undo step replaces typed text. */
  readonly generation: number
  /** The id of the form control that the label refers to. */
  readonly id: string
  /** The id of the element that names the question. */
  readonly labelId: string
  /** Ids for aria-describedby: description, limits, refusal. */
  readonly describedBy: string
  readonly invalid: boolean
  /** The question does not apply, but is shown greyed out. */
  readonly disabled: boolean
  readonly wording: TextFormatter
  /** The URL of a picture. */
  picture(name: string): string
  /** An author's text, drawn. */
  renderText(text: string): unknown
  /** The note next to an answer's title: its price difference, or when it is available. */
  note(choice: AnswerChoice): string | null
  /** The button that explains why the question or an answer is unavailable; nothing if it is available. */
  why(choice?: AnswerChoice): TemplateResult | typeof nothing
  /** Selects a value that is not typed; '' and null clear. */
  select(value: EntryValue): void
  /** Sends finished text; `text` is the content of the field. */
  enter(value: string, text?: string): void
  /** Records unfinished text. It is sent when the shopper pauses, if `ready` allows it. */
  type(value: string, text?: string, ready?: EntryReadiness): void
  /** The shopper left the field: its text is finished. */
  leave(): void
  /** Uploads files. */
  readonly sender: UploadSession
  /** The module for file fields and its texts; null until both have loaded. */
  loadFileFieldPart(): FileFieldPart | null
}

export interface QuestionRenderer {
  /** The question type's name. */
  readonly type: string
  /** True: several form controls under one name (fieldset). False: one control with a label. */
  readonly grouped: boolean
  render(control: QuestionControl): TemplateResult
}

/** The id of the question's block on the page. */
export const toQuestionAnchor = (questionId: number): string => `question-${questionId}`

/** A numeric setting of the question's type; null if not set. */
export function getNumberSetting(question: QuestionView, setting: string): number | null {
  const value = question[setting]
  return typeof value === 'number' ? value : null
}

/** A text setting; '' if not set. */
export function getTextSetting(question: QuestionView, setting: string): string {
  const value = question[setting]
  return typeof value === 'string' ? value : ''
}

/** A setting that is a list of texts; empty if not set. */
export function getTextListSetting(question: QuestionView, setting: string): readonly string[] {
  const value = question[setting]
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}

const descriptionId = (control: QuestionControl, { view }: AnswerChoice): string => `${control.id}-${view.id}-description`

/** The id of the answer's name. The price is not part of the name; it belongs to the description. */
export const choiceTitleId = (control: QuestionControl, { view }: AnswerChoice): string => `${control.id}-${view.id}-title`

/** For aria-describedby of the answer's input: its price or the reason why it is unavailable, and its description. */
export function choiceDescriptionIds(control: QuestionControl, choice: AnswerChoice): string | typeof nothing {
  const ids = [
    ...(control.note(choice) === null ? [] : [`${control.id}-${choice.view.id}-note`]),
    ...(choice.view.description ? [descriptionId(control, choice)] : []),
  ]
  return ids.length === 0 ? nothing : ids.join(' ')
}

export function choiceNote(control: QuestionControl, choice: AnswerChoice): TemplateResult | typeof nothing {
  const note = control.note(choice)
  return note === null ? nothing : html`<span class="note" id=${`${control.id}-${choice.view.id}-note`}>${note}</span>`
}

/** The focal point of the answer's thumbnail. Set as a property: the page's content security policy forbids style attributes. */
export function formatFocalPoint({ picker_image, picker_image_focus, image_focus }: AnswerView): string {
  const focus = picker_image === null ? image_focus : picker_image_focus
  return focus === undefined ? '' : `object-position:${focus}`
}

export function choicePicture(control: QuestionControl, { view }: AnswerChoice): TemplateResult | typeof nothing {
  const name = view.picker_image ?? view.image
  return name === null
    ? nothing
    : html`<img class="choice-picture" src=${control.picture(name)} .style=${formatFocalPoint(view)} alt="" loading="lazy" />`
}

export function choiceDescription(control: QuestionControl, choice: AnswerChoice): TemplateResult {
  const { description } = choice.view
  return html`${
    description
      ? html`<div class="description choice-description" id=${descriptionId(control, choice)}>${control.renderText(description)}</div>`
      : nothing
  }${control.why(choice)}`
}
