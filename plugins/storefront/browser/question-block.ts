// One question on the page: its name, description, control, limits and refusal, shown, greyed out or hidden by its bits.
import type { QuestionReply } from '#core/engine/program/view.js'
import { html, nothing, type TemplateResult } from 'lit'
import type { ProductReply, QuestionView } from '#core/shop/catalogue/define.js'
import { limitHint } from './entry.js'
import type { Choice, Control, QuestionRenderer } from './question.js'
import { questionRenderers } from './questions/index.js'
import { richText } from './rich-text.js'
import type { Session } from './session.js'
import { elementRenderer } from './type-element.js'
import type { Wording } from '../wording.js'

const renderers: ReadonlyMap<string, QuestionRenderer> = new Map(questionRenderers.map((renderer) => [renderer.type, renderer]))

/** A plugin's element comes first; a plugged-in type without a renderer is drawn as a list where it has answers, else as a line of text. */
function rendererOf(question: QuestionView): QuestionRenderer {
  const own = elementRenderer(question.question_type)
  if (own) return own
  return renderers.get(question.question_type) ?? renderers.get(question.answers.length > 0 ? 'Dropdown' : 'Textbox')!
}

export const anchorOf = (questionId: number): string => `question-${questionId}`

/** The answers that are to be seen now; a held one always is. */
function choicesOf(question: QuestionView, session: Session, value: string): readonly Choice[] {
  const hidesDeadEnds = session.catalogue?.product.guidance === 'hide'
  const held = new Set(value.split(','))
  return question.answers.flatMap((view) => {
    const state = session.answers.get(view.id)
    if (!state) return []
    const selected = held.has(String(view.id))
    if (hidesDeadEnds && !selected && session.deadEnds.has(view.id)) return []
    return state.ownRule || selected || view.display_while_disabled === 'grey_out' ? [{ view, state, selected }] : []
  })
}

function description(question: QuestionView, id: string, wording: Wording): TemplateResult | typeof nothing {
  if (!question.description) return nothing
  const text = richText(question.description)
  if (question.description_display === 'under_title') return html`<div class="description" id=${id}>${text}</div>`
  return html`
    <details class=${question.description_display}>
      <summary aria-label=${wording.texts.moreAbout(question.title)}>i</summary>
      <div class="description" id=${id}>${text}</div>
    </details>
  `
}

function noteOf(choice: Choice, session: Session, catalogue: ProductReply, wording: Wording): string | null {
  const { view, selected } = choice
  if (!view.available) {
    return view.availability_date === null
      ? wording.texts.notAvailable
      : wording.texts.availableFrom(wording.date(view.availability_date))
  }
  if (!selected && session.deadEnds.has(view.id)) return wording.texts.deadEnd
  return view.price === null ? null : wording.difference(catalogue.shop.b2b ? view.price.net : view.price.gross)
}

function controlOf(
  question: QuestionView,
  state: QuestionReply,
  session: Session,
  catalogue: ProductReply,
  wording: Wording,
): Control {
  const id = `control-${question.id}`
  const value = session.drafts.get(question.id) ?? state.selection ?? ''
  return {
    question,
    state,
    choices: choicesOf(question, session, value),
    value,
    id,
    labelId: `${id}-label`,
    describedBy: `${id}-description ${id}-limits ${id}-refusal`,
    invalid: session.refused.has(question.id),
    disabled: !state.applies,
    wording,
    picture: (name) => session.picture(name),
    note: (choice) => noteOf(choice, session, catalogue, wording),
    select: (entry) => session.select(question.id, entry),
    type: (entry) => session.type(question.id, entry),
    send: (file) => void session.upload(question.id, file),
  }
}

function title(control: Control, grouped: boolean): TemplateResult {
  const { question, state, wording } = control
  const mark = state.required
    ? html`<span class="required" aria-hidden="true">*</span><span class="hidden">(${wording.texts.required})</span>`
    : nothing
  const style = question.title_display === 'none' ? 'title hidden' : `title ${question.title_display}`
  return grouped
    ? html`<legend class=${style} id=${control.labelId}>${question.title} ${mark}</legend>`
    : html`<label class=${style} id=${control.labelId} for=${control.id}>${question.title} ${mark}</label>`
}

function body(control: Control, renderer: QuestionRenderer, message: string | undefined): TemplateResult {
  const { question, state, wording } = control
  const clearable =
    renderer.grouped && !state.required && control.value !== '' && control.choices.length !== 1 && !control.disabled
  const hint = limitHint(control)
  return html`
    ${question.image === null ? nothing : html`<img class="question-image" src=${control.picture(question.image)} alt="" loading="lazy" />`}
    ${description(question, `${control.id}-description`, wording)} ${renderer.render(control)}
    ${hint === null ? nothing : html`<span class="hint" id=${`${control.id}-limits`}>${hint}</span>`}
    ${
      clearable
        ? html`<button type="button" class="plain clear" @click=${() => control.select(null)}>${wording.texts.clear}</button>`
        : nothing
    }
    <span class="refusal" id=${`${control.id}-refusal`} role="alert">${message ?? nothing}</span>
  `
}

/** The question's block, or nothing where it is hidden. */
export function questionBlock(
  question: QuestionView,
  session: Session,
  catalogue: ProductReply,
  wording: Wording,
): TemplateResult | typeof nothing {
  const state = session.questions.get(question.id)
  if (!state || (!state.applies && question.display_while_disabled === 'hide')) return nothing
  const renderer = rendererOf(question)
  const control = controlOf(question, state, session, catalogue, wording)
  const message = session.refused.get(question.id)
  const inner = renderer.grouped
    ? html`<fieldset ?disabled=${control.disabled} aria-describedby=${control.describedBy}>
        ${title(control, true)} ${body(control, renderer, message)}
      </fieldset>`
    : html`${title(control, false)} ${body(control, renderer, message)}`
  const classes = `question ${state.applies ? '' : 'greyed'} ${question.css_classes}`
  return html`<div class=${classes} id=${anchorOf(question.id)} data-question=${question.id}>${inner}</div>`
}
