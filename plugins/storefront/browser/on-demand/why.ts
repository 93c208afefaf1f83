// Explains why an answer or question is unavailable, which changes make it available, and which selections it would replace.
import { multiAnswerTypes } from '../../part-names.js'
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { AnswerView, ChangeEntry, ConflictReport, ExplanationReply, QuestionView } from '#core/surface.js'
import type { DeferredTexts } from '../../text/types.js'
import { describeChange } from '../configuration-cache.js'
import { css, type BaseElement } from '../base-element.js'
import { type EntryValue, appendEntry, type PendingEntry } from '../pending-entry.js'
import type { QuestionControl } from '../question.js'
import { ApiFailure } from '../api-client.js'
import type { SessionView } from '../session-view.js'

/** Maximum number of alternatives shown. */
const maxAlternatives = 3

/** A selection that has to change first. */
interface CorrectionStep {
  readonly question_id: number
  readonly value: string | null
  /** The value as readable text; null for no selection. */
  readonly text: string | null
}

interface ExplanationResult {
  readonly sentences: readonly string[]
  /** Each alternative makes the subject available; the one with the fewest changes comes first. */
  readonly ways: readonly (readonly CorrectionStep[])[]
}

/** The members of the session that this module uses. */
export interface ExplanationSession extends SessionView {
  readonly host: BaseElement
  readonly guide: { readonly deadEnds: ReadonlySet<number> }
  /** Sent with the next entry. */
  queuedEntries: readonly PendingEntry[]
  why: Explainer | null
}

/** Question types that draw the button next to the answer. */
const adjacentButtonTypes: ReadonlySet<string> = new Set(['Checkbox', 'Images', 'Multiselect', 'Radiobuttons'])

/** The subject of an explanation; `place` distinguishes two buttons for the same subject. */
export interface ExplanationSubject {
  readonly question: QuestionView
  readonly answer?: AnswerView | undefined
  readonly place?: string
}

const subjectKey = ({ question, answer, place = 'at' }: ExplanationSubject): string =>
  answer === undefined ? `${place}-question-${question.id}` : `${place}-answer-${answer.id}`

/** The instance of the session. */
export const getExplainer = (session: ExplanationSession): Explainer => (session.why ??= new Explainer(session))

export class Explainer {
  /** The key of the open explanation, and the state that it belongs to. */
  private open = ''
  private explainedState = ''
  private found: ExplanationResult | null = null
  /** The service did not answer. */
  private isLost = false

  constructor(private readonly session: ExplanationSession) {}

  /** True if the answer is a dead end. The entry is then not sent; the shopper first sees which selections it would change. */
  intercept({ question, choices }: QuestionControl, value: EntryValue): boolean {
    const chosen = typeof value === 'string' ? value.split(',').map(Number) : value !== null && 'add' in value ? value.add : []
    const choice = choices.find(({ view, selected }) => !selected && chosen.includes(view.id) && this.isDeadEnd(view.id))
    if (choice === undefined) return false
    this.show({ question, answer: choice.view })
    return true
  }

  /** The button, with the open explanation below it. */
  block(subject: ExplanationSubject, texts: DeferredTexts): TemplateResult {
    const key = subjectKey(subject)
    const isOpen = this.open === key && this.explainedState === this.now
    const name = texts.whyOf({ title: (subject.answer ?? subject.question).title })
    const hasOwnLabel =
      subject.answer !== undefined && subject.place === undefined && !adjacentButtonTypes.has(subject.question.question_type)
    const toggle = (): void => (isOpen ? this.close() : this.show(subject))
    return html`
      <button
        type="button"
        class="plain"
        id=${`why-${key}`}
        aria-expanded=${isOpen ? 'true' : 'false'}
        aria-label=${name}
        @click=${toggle}
      >
        ${hasOwnLabel ? name : texts.why}
      </button>
      ${isOpen ? this.renderExplanation(subject, texts) : nothing}
    `
  }

  private renderExplanation(subject: ExplanationSubject, texts: DeferredTexts): TemplateResult {
    const { found: result } = this
    const [first, ...otherWays] = result?.ways ?? []
    const isUnavailable = !this.isLost && subject.answer !== undefined && this.isDeadEnd(subject.answer.id)
    const head = isUnavailable && result !== null ? [first === undefined ? texts.unknownChanges : texts.requiredChanges] : []
    const sentences = this.isLost ? [texts.whyUnknown] : [...(result?.sentences ?? []), ...head]
    return html`
      <div class="why-told">
        <div role="status" aria-busy=${result === null ? 'true' : 'false'}>
          ${sentences.map((sentence) => html`<p>${sentence}</p>`)} ${first === undefined ? nothing : this.steps(first, texts)}
        </div>
        ${first !== undefined || (isUnavailable && result !== null) ? this.actions(subject, first ?? [], texts) : nothing}
        ${otherWays
          .slice(0, maxAlternatives - 1)
          .map((steps) => html`<p>${texts.orElse}</p>${this.steps(steps, texts)}${this.actions(subject, steps, texts)}`)}
      </div>
    `
  }

  private steps(steps: readonly CorrectionStep[], texts: DeferredTexts): TemplateResult {
    const { catalogue, questions } = this.session
    const all = catalogue?.product.pages.flatMap((page) => page.questions) ?? []
    return html`<ul>
      ${steps.map(({ question_id, text }) => {
        const title = all.find(({ id }) => id === question_id)?.title ?? ''
        const before = questions.get(question_id)?.text
        return html`<li>${texts.planned({ question: title, ...describeChange(before || null, text || null) })}</li>`
      })}
    </ul>`
  }

  /** Buttons that accept the answer with all its changes, or reject it. */
  private actions(subject: ExplanationSubject, steps: readonly CorrectionStep[], texts: DeferredTexts): TemplateResult {
    const { question, answer } = subject
    const close = (): void => {
      this.close()
      void this.focusControl(subject)
    }
    const take = (): void => {
      const { session } = this
      const own = answer === undefined ? [] : [{ question_id: question.id, value: toEntryValue(question, answer) }]
      const entries: readonly ChangeEntry[] = [...steps, ...own]
      // One change, so one undo reverts it.
      const before = entries
        .slice(0, -1)
        .map(({ question_id, value }): PendingEntry => ({ question_id, value, unfinished: false }))
      session.queuedEntries = before.reduce(appendEntry, session.queuedEntries)
      for (const { question_id, value } of entries.slice(-1)) session.enter(question_id, value)
      close()
    }
    return html`
      <p class="actions">
        <button type="button" class="primary" @click=${take}>${answer === undefined ? texts.confirmYes : texts.takeIt}</button>
        <button type="button" @click=${close}>${texts.leaveIt}</button>
      </p>
    `
  }

  private isDeadEnd(answerId: number): boolean {
    return this.session.answers.get(answerId)?.ownRule === true && this.session.guide.deadEnds.has(answerId)
  }

  private get now(): string {
    const { token, revision } = this.session.cache
    return `${token} ${revision}`
  }

  private close(): void {
    this.open = ''
    this.session.host.requestUpdate()
  }

  private show(subject: ExplanationSubject): void {
    this.open = subjectKey(subject)
    this.explainedState = this.now
    this.found = null
    this.session.host.requestUpdate()
    void this.ask(subject)
  }

  /** A reply that arrives after another request is discarded. */
  private async ask(subject: ExplanationSubject): Promise<void> {
    const openSubject = this.open
    const { answer } = subject
    const asking = answer && this.isDeadEnd(answer.id) ? this.conflicts(subject.question, answer) : this.explanation(subject)
    const result = await asking.catch((error: unknown) => {
      if (error instanceof ApiFailure) return null
      throw error
    })
    if (this.open !== openSubject) return
    // Unfinished text has become an entry, so the state may have changed.
    this.explainedState = this.now
    this.isLost = result === null
    this.found = result ?? { sentences: [], ways: [] }
    this.session.host.requestUpdate()
  }

  private async explanation({ question, answer }: ExplanationSubject): Promise<ExplanationResult> {
    const about: Readonly<Record<string, string>> = answer
      ? { answer_id: String(answer.id) }
      : { question_id: String(question.id) }
    const { explanation } = await this.session.ask<{ readonly explanation: ExplanationReply }>('/explanation', undefined, about)
    const { sentences, remedies } = explanation
    return { sentences, ways: remedies.map(({ changes }) => changes) }
  }

  private async conflicts(question: QuestionView, { id }: AnswerView): Promise<ExplanationResult> {
    const parameters = { question_id: String(question.id), value: String(id) }
    const { minimum_corrections } = await this.session.ask<ConflictReport>('/conflicts', undefined, parameters)
    const cleared = minimum_corrections.map((set) =>
      set.map(({ question_id }): CorrectionStep => ({ question_id, value: null, text: null })),
    )
    return { sentences: [], ways: cleared }
  }

  /** Focuses the answer's control, or else the question's first. If neither is on the page, the focus stays in the block. */
  private async focusControl({ question, answer }: ExplanationSubject): Promise<void> {
    const { host } = this.session
    await host.updateComplete
    const root = host.renderRoot
    const title = answer && `control-${question.id}-${answer.id}-title`
    const own = title && root.querySelector<HTMLElement>(`[aria-labelledby="${title}"]:enabled`)
    const first = `#question-${question.id} :is(input:not([tabindex="-1"]), select, textarea):enabled`
    ;(own || root.querySelector<HTMLElement>(first))?.focus()
  }
}

function toEntryValue({ question_type }: QuestionView, { id }: AnswerView): EntryValue {
  return multiAnswerTypes.has(question_type) ? { add: [id] } : String(id)
}

export const style = css`
  .why {
    font-size: 0.9rem;
  }
  .why button.plain,
  .notice li button {
    min-height: 1.6rem;
  }
  .choice + .why,
  .choice-description + .why {
    padding-inline-start: 1.65rem;
  }
  .why-told {
    border-inline-start: 3px solid var(--svc-accent);
    background: var(--svc-panel);
    border-radius: var(--svc-radius);
    padding: 0.6rem 0.9rem;
    margin: 0.3rem 0 0.6rem;
    overflow-wrap: anywhere;
  }
  .why-told p {
    margin: 0 0 0.4rem;
  }
  .why-told ul {
    margin: 0 0 0.4rem;
    padding-inline-start: 1.1rem;
  }
`

/** The members of the session that this module uses. */
export interface GuidanceSession {
  readonly guide: { readonly deadEnds: ReadonlySet<number> }
  readonly revealedQuestions: ReadonlySet<number>
  selection(questionId: number): string | null
  reveal(questionId: number): void
}

/** The number of hidden answers of a question, with a button that shows them. */
export function hiddenAnswers(
  questionId: number,
  answers: readonly AnswerView[],
  session: GuidanceSession,
  texts: DeferredTexts,
): TemplateResult | typeof nothing {
  const selectedIds = new Set((session.selection(questionId) ?? '').split(','))
  const hidden = answers.filter(({ id }) => session.guide.deadEnds.has(id) && !selectedIds.has(String(id)))
  if (hidden.length === 0 || session.revealedQuestions.has(questionId)) return nothing
  return html`
    <p class="hint">
      ${texts.hiddenAnswers({ count: hidden.length })}
      <button type="button" class="plain" @click=${() => session.reveal(questionId)}>${texts.showThem}</button>
    </p>
  `
}
