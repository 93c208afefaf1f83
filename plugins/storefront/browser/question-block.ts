// One question on the page: title, description, control, limits and refusal; visible, greyed out or hidden.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { QuestionElementState } from '#core/contract.js'
import type { AnswerReply, AnswerView, ProductReply, QuestionReply, QuestionView } from '#core/surface.js'
import { ApiFailure } from './api-client.js'
import { formatLimits } from './entry.js'
import { translateFailure, lostPartBlock, renderQuestionMessages, renderWhyButton } from './notices.js'
import { toQuestionAnchor, type AnswerChoice, type QuestionControl, type QuestionRenderer } from './question.js'
import { isRareType, containsMarkup, multiAnswerTypes } from '../part-names.js'
import { getDeferredTexts, type ConfiguratorParts } from './parts.js'
import { multipleSwatchRenderer, swatchRenderer, questionRenderers } from './question-types.js'
import type { ConfiguratorSession } from './configurator-session.js'
import type { TextFormatter } from '../text-formatter.js'

const renderers: ReadonlyMap<string, QuestionRenderer> = new Map(questionRenderers.map((renderer) => [renderer.type, renderer]))

/** Placeholder for a renderer that is loading or could not be loaded. */
function createPlaceholder(type: string, session: ConfiguratorSession): QuestionRenderer {
  return {
    type,
    grouped: false,
    render: ({ wording }) =>
      session.parts.isLost('fields')
        ? lostPartBlock(session, wording.texts)
        : html`<span class="entry" aria-busy="true">…</span>`,
  }
}

interface TypeElement extends HTMLElement {
  state?: QuestionElementState
}

/** One element per question, so it preserves the focus when the page around it is redrawn. */
const elementsByQuestion = new WeakMap<QuestionView, TypeElement>()

/** null if no plugin registered `svc-question-<type>`. */
function elementRenderer(type: string): QuestionRenderer | null {
  const name = `svc-question-${type.toLowerCase()}`
  if (!customElements.get(name)) return null
  return { type, grouped: false, render: (control) => html`${updateElement(name, control)}` }
}

function updateElement(name: string, control: QuestionControl): TypeElement {
  const element: TypeElement = elementsByQuestion.get(control.question) ?? document.createElement(name)
  elementsByQuestion.set(control.question, element)
  element.state = {
    id: control.id,
    describedBy: control.describedBy,
    title: control.question.title,
    question: control.question,
    language: control.wording.language,
    value: control.value,
    required: control.state.required,
    disabled: control.disabled,
    invalid: control.invalid,
    select: (value) => control.enter(value),
    type: (value) => control.type(value),
  }
  return element
}

/** Whether the answers are tiles: if the author chose that, or by default if all have a picture. A drop-down list stays one by default. */
const showsSwatches = ({ answer_display: display, answers, question_type: type }: QuestionView): boolean =>
  display === 'swatches' ||
  (display === 'automatic' &&
    type !== 'Dropdown' &&
    answers.length > 1 &&
    answers.every(({ picker_image, image }) => picker_image ?? image))

/** A plugin's element comes first. A plugin type without a renderer is drawn as a dropdown if it has answers, or else as a text box. */
function findRenderer(question: QuestionView, session: ConfiguratorSession): QuestionRenderer {
  const own = elementRenderer(question.question_type)
  if (own) return own
  const type = question.question_type
  if (isRareType(type))
    return session.parts.get('fields')?.renderers.find((renderer) => renderer.type === type) ?? createPlaceholder(type, session)
  if (showsSwatches(question)) return multiAnswerTypes.has(type) ? multipleSwatchRenderer : swatchRenderer
  return renderers.get(type) ?? renderers.get(question.answers.length > 0 ? 'Dropdown' : 'Textbox')!
}

/** The visible answers. A selected answer is always visible. */
function listVisibleChoices(question: QuestionView, session: ConfiguratorSession, value: string): readonly AnswerChoice[] {
  const hidesDeadEnds = session.catalogue?.product.guidance === 'hide'
  const selectedIds = new Set(value.split(','))
  const revealed = session.revealedQuestions.has(question.id)
  return question.answers.flatMap((view) => {
    const state = session.displayedState.answers.get(view.id)
    if (!state) return []
    const selected = selectedIds.has(String(view.id))
    if (hidesDeadEnds && !revealed && !selected && session.guide.deadEnds.has(view.id)) return []
    return state.ownRule || selected || view.display_while_disabled === 'grey_out' ? [{ view, state, selected }] : []
  })
}

function description(control: QuestionControl): TemplateResult | typeof nothing {
  const { question, wording } = control
  const id = `${control.id}-description`
  if (!question.description) return nothing
  const text = control.renderText(question.description)
  if (question.description_display === 'under_title') return html`<div class="description" id=${id}>${text}</div>`
  return html`
    <details class=${question.description_display} part=${question.description_display}>
      <summary aria-label=${wording.texts.moreAbout({ title: question.title })}>i</summary>
      <div class="description" id=${id}>${text}</div>
    </details>
  `
}

/** The number of answers that guidance hides, with a button to show them. */
function renderHiddenAnswers(
  { id, answers }: QuestionView,
  session: ConfiguratorSession,
  { language }: TextFormatter,
): TemplateResult | typeof nothing {
  if (session.catalogue?.product.guidance !== 'hide' || session.guide.deadEnds.size === 0) return nothing
  const part = session.parts.get('why')
  const texts = getDeferredTexts(session.parts, language)
  return part === null || texts === null ? nothing : part.hiddenAnswers(id, answers, session, texts)
}

/**
 * The one-time and recurring price of the answer. If another answer is selected and only one can be, it is the difference to that
 * answer, and the selected one has none.
 */
function formatPriceNote(
  view: AnswerView,
  selected: AnswerView | undefined,
  session: ConfiguratorSession,
  { shop, product }: ProductReply,
  wording: TextFormatter,
): string | null {
  if (view === selected) return null
  const toAmount = (answer: AnswerView, part: 'price' | 'price_recurring'): number | null => {
    const now = session.displayedState.answerPrices.get(answer.id)
    const amount = (now ?? answer)[part]
    // An answer without a price costs nothing. A calculated price can be unknown.
    return amount ? (shop.b2b ? amount.net : amount.gross) : now ? null : 0
  }
  const formatPrice = (part: 'price' | 'price_recurring'): string => {
    const amount = toAmount(view, part)
    const base = selected ? toAmount(selected, part) : 0
    const difference = amount === null || base === null ? 0 : Number((amount - base).toFixed(4))
    return difference === 0 ? '' : wording.difference(difference)
  }
  const again = product.recurring && formatPrice('price_recurring')
  const recurring = again && `${again} ${product.recurring?.interval ?? ''}`.trim()
  return [formatPrice('price'), recurring].filter(Boolean).join(', ') || null
}

const isViable = (answer: AnswerReply, { guide }: ConfiguratorSession): boolean =>
  answer.ownRule && !guide.deadEnds.has(answer.id)

/** Loads the explanation module only if there is something to explain. */
function renderExplanation(
  control: QuestionControl,
  choice: AnswerChoice | undefined,
  session: ConfiguratorSession,
): TemplateResult | typeof nothing {
  if (choice ? control.disabled || choice.selected || isViable(choice.state, session) : !control.disabled) return nothing
  return html`<div class="why">${renderWhyButton({ question: control.question, answer: choice?.view }, session, control.wording)}</div>`
}

function formatChoiceNote(
  choice: AnswerChoice,
  { question, choices }: QuestionControl,
  session: ConfiguratorSession,
  catalogue: ProductReply,
  wording: TextFormatter,
): string | null {
  const { view, state, selected } = choice
  if (!view.available) {
    return view.availability_date === null
      ? wording.texts.notAvailable
      : wording.texts.availableFrom({ date: wording.date(view.availability_date) })
  }
  const isSingle = choices.length > 1 && !multiAnswerTypes.has(question.question_type)
  const current = isSingle ? choices.find((other) => other.selected)?.view : undefined
  const price = formatPriceNote(view, current, session, catalogue, wording)
  if (selected || isViable(state, session)) return price
  return price === null ? wording.texts.deadEnd : `${price} · ${wording.texts.deadEnd}`
}

/** Draws nothing until the module has loaded. */
export function renderFormattedText(text: string, parts: ConfiguratorParts) {
  return containsMarkup(text) ? parts.get('rich-text')?.renderRichText(text) : text
}

function createControl(
  question: QuestionView,
  state: QuestionReply,
  session: ConfiguratorSession,
  catalogue: ProductReply,
  wording: TextFormatter,
): QuestionControl {
  const id = `control-${question.id}`
  const draft = session.draft(question.id)
  const value = draft?.text ?? session.selection(question.id) ?? ''
  const control: QuestionControl = {
    question,
    state,
    choices: listVisibleChoices(question, session, value),
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
    renderText: (text) => renderFormattedText(text, session.parts),
    note: (choice) => formatChoiceNote(choice, control, session, catalogue, wording),
    why: (choice) => renderExplanation(control, choice, session),
    select: (entry) =>
      session.why?.intercept(control, entry) ? session.host.requestUpdate() : session.enter(question.id, entry),
    enter: (entry, text = entry) => session.enter(question.id, entry, text),
    type: (entry, text = entry, ready = 'send') => session.type(question.id, entry, text, ready),
    leave: () => session.leave(question.id),
    sender: session,
    loadFileFieldPart: () => {
      const part = session.parts.get('filing')
      const texts = getDeferredTexts(session.parts, wording.language)
      return part === null || texts === null ? null : { ...part, texts }
    },
  }
  return control
}

function renderTitle(control: QuestionControl, grouped: boolean): TemplateResult {
  const { question, state, wording } = control
  const mark = state.required
    ? html`<span class="required" aria-hidden="true">*</span><span class="hidden">(${wording.texts.required})</span>`
    : nothing
  const style = question.title_display === 'none' ? 'title hidden' : `title ${question.title_display}`
  return grouped
    ? html`<legend class=${style} part=${style} id=${control.labelId}>${question.title} ${mark}</legend>`
    : html`<label class=${style} part=${style} id=${control.labelId} for=${control.id}>${question.title} ${mark}</label>`
}

function renderBody(control: QuestionControl, renderer: QuestionRenderer, message: string | undefined): TemplateResult {
  const { question, state, wording } = control
  const clearable =
    renderer.grouped && !state.required && control.value !== '' && control.choices.length !== 1 && !control.disabled
  const hint = formatLimits(control)
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
  session: ConfiguratorSession,
  catalogue: ProductReply,
  wording: TextFormatter,
): TemplateResult | typeof nothing {
  const state = session.questions.get(question.id)
  if (!state || (!state.applies && question.display_while_disabled === 'hide')) return nothing
  const renderer = findRenderer(question, session)
  const control = createControl(question, state, session, catalogue, wording)
  const refusal = session.refused.get(question.id)
  const message = refusal instanceof ApiFailure ? translateFailure(refusal, wording.texts) : refusal
  const inner = renderer.grouped
    ? html`<fieldset ?disabled=${control.disabled} aria-describedby=${control.describedBy}>
        ${renderTitle(control, true)} ${renderBody(control, renderer, message)}
      </fieldset>`
    : html`${renderTitle(control, false)} ${renderBody(control, renderer, message)}`
  const classes = `question ${state.applies ? '' : 'greyed'} ${question.css_classes}`
  return html`<div class=${classes} part=${classes} id=${toQuestionAnchor(question.id)} data-question=${question.id}>
    ${inner} ${control.why()} ${renderHiddenAnswers(question, session, wording)} ${renderQuestionMessages(question.id, session, wording)}
  </div>`
}
