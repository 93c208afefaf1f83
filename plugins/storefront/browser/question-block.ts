// One question on the page: title, description, control, limits and refusal; visible, greyed out or hidden.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AnswerReply, QuestionReply } from '#core/engine/program/configuration-view.js'
import type { AmountReply } from '#core/shop/price.js'
import type { AnswerView, ProductReply, QuestionView } from '#core/shop/catalogue/define.js'
import { ServiceFailure } from './service.js'
import { limitHint } from './entry.js'
import { failureSentence, lostBlock } from './failure-block.js'
import { formatted } from './formatted.js'
import { toldBeside, whyBlock } from './notices.js'
import { anchorOf, type Choice, type Control, type QuestionRenderer } from './question.js'
import { isRare } from '../part-names.js'
import { questionRenderers } from './questions/index.js'
import type { Session } from './session.js'
import { elementRenderer } from './type-element.js'
import type { Wording } from '../wording.js'

const renderers: ReadonlyMap<string, QuestionRenderer> = new Map(questionRenderers.map((renderer) => [renderer.type, renderer]))

/** Placeholder for a renderer that is loading or could not be loaded. */
function awaited(type: string, session: Session): QuestionRenderer {
  return {
    type,
    grouped: false,
    render: ({ wording }) =>
      session.parts.isLost('fields') ? lostBlock(session, wording.texts) : html`<span class="entry" aria-busy="true">…</span>`,
  }
}

/** A plugin's element comes first. A plugin type without a renderer is drawn as a dropdown if it has answers, or else as a text box. */
function rendererOf(question: QuestionView, session: Session): QuestionRenderer {
  const own = elementRenderer(question.question_type)
  if (own) return own
  const type = question.question_type
  if (isRare(type)) return session.parts.get('fields')?.renderers.find((one) => one.type === type) ?? awaited(type, session)
  return renderers.get(type) ?? renderers.get(question.answers.length > 0 ? 'Dropdown' : 'Textbox')!
}

/** The visible answers. A selected answer is always visible. */
function choicesOf(question: QuestionView, session: Session, value: string): readonly Choice[] {
  const hidesDeadEnds = session.catalogue?.product.guidance === 'hide'
  const held = new Set(value.split(','))
  const revealed = session.revealed.has(question.id)
  return question.answers.flatMap((view) => {
    const state = session.shown.answers.get(view.id)
    if (!state) return []
    const selected = held.has(String(view.id))
    if (hidesDeadEnds && !revealed && !selected && session.guide.deadEnds.has(view.id)) return []
    return state.ownRule || selected || view.display_while_disabled === 'grey_out' ? [{ view, state, selected }] : []
  })
}

function description(control: Control): TemplateResult | typeof nothing {
  const { question, wording } = control
  const id = `${control.id}-description`
  if (!question.description) return nothing
  const text = control.formatted(question.description)
  if (question.description_display === 'under_title') return html`<div class="description" id=${id}>${text}</div>`
  return html`
    <details class=${question.description_display} part=${question.description_display}>
      <summary aria-label=${wording.texts.moreAbout(question.title)}>i</summary>
      <div class="description" id=${id}>${text}</div>
    </details>
  `
}

/** The number of answers that guidance hides, with a button to show them. */
function hiddenAnswers({ id, answers }: QuestionView, session: Session, { language }: Wording): TemplateResult | typeof nothing {
  if (session.catalogue?.product.guidance !== 'hide' || session.guide.deadEnds.size === 0) return nothing
  return session.parts.get('why')?.hiddenAnswers(id, answers, session, language) ?? nothing
}

/** The one-time and recurring price of the answer. */
function priceNote(view: AnswerView, session: Session, { shop, product }: ProductReply, wording: Wording): string | null {
  const now = session.shown.answerPrices.get(view.id)
  const said = (amount: AmountReply | null): string | null =>
    amount === null || amount.gross === 0 ? null : wording.difference(shop.b2b ? amount.net : amount.gross)
  const once = said(now?.price ?? view.price)
  const again = product.recurring === null ? null : said(now?.price_recurring ?? view.price_recurring)
  const recurring = again === null ? null : `${again} ${product.recurring?.interval ?? ''}`.trim()
  return once === null || recurring === null ? (once ?? recurring) : `${once}, ${recurring}`
}

const fits = (answer: AnswerReply, { guide }: Session): boolean => answer.ownRule && !guide.deadEnds.has(answer.id)

/** Loads the explanation module only if there is something to explain. */
function whyNot(control: Control, choice: Choice | undefined, session: Session): TemplateResult | typeof nothing {
  if (choice ? control.disabled || choice.selected || fits(choice.state, session) : !control.disabled) return nothing
  return html`<div class="why">${whyBlock({ question: control.question, answer: choice?.view }, session, control.wording)}</div>`
}

function noteOf(choice: Choice, session: Session, catalogue: ProductReply, wording: Wording): string | null {
  const { view, state, selected } = choice
  if (!view.available) {
    return view.availability_date === null
      ? wording.texts.notAvailable
      : wording.texts.availableFrom(wording.date(view.availability_date))
  }
  const price = priceNote(view, session, catalogue, wording)
  if (selected || fits(state, session)) return price
  return price === null ? wording.texts.deadEnd : `${price} · ${wording.texts.deadEnd}`
}

function controlOf(
  question: QuestionView,
  state: QuestionReply,
  session: Session,
  catalogue: ProductReply,
  wording: Wording,
): Control {
  const id = `control-${question.id}`
  const draft = session.draft(question.id)
  const value = draft?.text ?? session.selection(question.id) ?? ''
  const control: Control = {
    question,
    state,
    choices: choicesOf(question, session, value),
    value,
    typed: draft !== undefined,
    generation: session.generation,
    id,
    labelId: `${id}-label`,
    describedBy: `${id}-description ${id}-limits ${id}-refusal`,
    invalid: session.refused.has(question.id),
    disabled: !state.applies,
    wording,
    picture: (name) => session.picture(name),
    formatted: (text) => formatted(text, session.parts),
    note: (choice) => noteOf(choice, session, catalogue, wording),
    why: (choice) => whyNot(control, choice, session),
    select: (entry) => (session.why?.holdsUp(control, entry) ? session.host.requestUpdate() : session.enter(question.id, entry)),
    enter: (entry, text = entry) => session.enter(question.id, entry, text),
    type: (entry, text = entry, ready = 'send') => session.type(question.id, entry, text, ready),
    leave: () => session.leave(question.id),
    sender: session,
    filing: () => session.parts.get('filing'),
  }
  return control
}

function title(control: Control, grouped: boolean): TemplateResult {
  const { question, state, wording } = control
  const mark = state.required
    ? html`<span class="required" aria-hidden="true">*</span><span class="hidden">(${wording.texts.required})</span>`
    : nothing
  const style = question.title_display === 'none' ? 'title hidden' : `title ${question.title_display}`
  return grouped
    ? html`<legend class=${style} part=${style} id=${control.labelId}>${question.title} ${mark}</legend>`
    : html`<label class=${style} part=${style} id=${control.labelId} for=${control.id}>${question.title} ${mark}</label>`
}

function body(control: Control, renderer: QuestionRenderer, message: string | undefined): TemplateResult {
  const { question, state, wording } = control
  const clearable =
    renderer.grouped && !state.required && control.value !== '' && control.choices.length !== 1 && !control.disabled
  const hint = limitHint(control)
  return html`
    ${question.image === null ? nothing : html`<img class="question-image" src=${control.picture(question.image)} alt="" loading="lazy" />`}
    ${description(control)} ${renderer.render(control)}
    ${hint === null ? nothing : html`<span class="hint" id=${`${control.id}-limits`}>${hint}</span>`}
    ${
      clearable
        ? html`<button type="button" class="plain clear" @click=${() => control.select(null)}>${wording.texts.clear}</button>`
        : nothing
    }
    <span class="refusal" id=${`${control.id}-refusal`} role="alert">${message ?? nothing}</span>
  `
}

/** The question's block, or nothing if it is hidden. */
export function questionBlock(
  question: QuestionView,
  session: Session,
  catalogue: ProductReply,
  wording: Wording,
): TemplateResult | typeof nothing {
  const state = session.questions.get(question.id)
  if (!state || (!state.applies && question.display_while_disabled === 'hide')) return nothing
  const renderer = rendererOf(question, session)
  const control = controlOf(question, state, session, catalogue, wording)
  const refusal = session.refused.get(question.id)
  const message = refusal instanceof ServiceFailure ? failureSentence(refusal, wording.texts) : refusal
  const inner = renderer.grouped
    ? html`<fieldset ?disabled=${control.disabled} aria-describedby=${control.describedBy}>
        ${title(control, true)} ${body(control, renderer, message)}
      </fieldset>`
    : html`${title(control, false)} ${body(control, renderer, message)}`
  const classes = `question ${state.applies ? '' : 'greyed'} ${question.css_classes}`
  return html`<div class=${classes} part=${classes} id=${anchorOf(question.id)} data-question=${question.id}>
    ${inner} ${control.why()} ${hiddenAnswers(question, session, wording)} ${toldBeside(question.id, session, wording)}
  </div>`
}
