// The contract between the configurator and the renderers of question types: what a renderer is given and what it may do.
import type { nothing, TemplateResult } from 'lit/html.js'
import type { AnswerReply, QuestionReply } from '#core/engine/program/configuration-view.js'
import type { AnswerView, QuestionView } from '#core/shop/catalogue/define.js'
import type { Readiness } from './drafts.js'
import type { Sender } from './later/filing/sending.js'
import type { EntryValue } from './pending.js'
import type { Wording } from '../wording.js'

/** One answer as it stands: what it says and whether it can be chosen now. Answers that are to be hidden are not given. */
export interface Choice {
  readonly view: AnswerView
  readonly state: AnswerReply
  readonly selected: boolean
}

export interface Filing {
  /** Sends the file that was chosen, or says why it does not. */
  takeFile(control: Control, field: HTMLInputElement): void
  besideFile(control: Control): TemplateResult
  belowFile(control: Control): TemplateResult
}

export interface Control {
  readonly question: QuestionView
  readonly state: QuestionReply
  readonly choices: readonly Choice[]
  /** What the shopper last entered, else what is held; '' for nothing. */
  readonly value: string
  /** `value` is text that he typed, as it stood in the field. */
  readonly typed: boolean
  /** Another one: what was typed was replaced on purpose, by an example or a step back. */
  readonly generation: number
  /** The id of the form control, to which the label points. */
  readonly id: string
  /** The id of the element that names the question. */
  readonly labelId: string
  /** Ids for aria-describedby: description, limits, refusal. */
  readonly describedBy: string
  readonly invalid: boolean
  /** The question does not apply, but is shown greyed out. */
  readonly disabled: boolean
  readonly wording: Wording
  /** The address of a picture. */
  picture(name: string): string
  /** An author's text, drawn. */
  formatted(text: string): unknown
  /** What stands beside an answer's title: what it adds to the price, or when it can be had. */
  note(choice: Choice): string | null
  /** The way to learn why the question, or an answer of it, cannot be had; nothing where it can. */
  why(choice?: Choice): TemplateResult | typeof nothing
  /** Chooses: an entry that is no text in a field; '' and null clear. */
  select(value: EntryValue): void
  /** Sends a finished text; `text` is how it stands in the field. */
  enter(value: string, text?: string): void
  /** Notes an unfinished text; it is sent when the shopper pauses, unless it is not ready for it. */
  type(value: string, text?: string, ready?: Readiness): void
  /** The field was left: what stands in it is finished. */
  leave(): void
  /** Takes files. */
  readonly sender: Sender
  /** What a field for files needs beside itself; null until it has come. */
  filing(): Filing | null
}

export interface QuestionRenderer {
  /** The question type's name. */
  readonly type: string
  /** True: several form controls under one name (fieldset); false: one control with a label. */
  readonly grouped: boolean
  render(control: Control): TemplateResult
}

/** The id of its block on the page. */
export const anchorOf = (questionId: number): string => `question-${questionId}`

/** A setting of the question's type that is a number; null where there is none. */
export function numberIn(question: QuestionView, setting: string): number | null {
  const value = question[setting]
  return typeof value === 'number' ? value : null
}

/** A setting that is a text; '' where there is none. */
export function textIn(question: QuestionView, setting: string): string {
  const value = question[setting]
  return typeof value === 'string' ? value : ''
}

/** A setting that is a list of texts. */
export function textsIn(question: QuestionView, setting: string): readonly string[] {
  const value = question[setting]
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
}
