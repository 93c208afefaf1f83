// Places notices and failures. Failures are next to the question at which the shopper acted, or else at the top.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply } from '#core/surface.js'
import type { ExplanationSubject } from './on-demand/why.js'
import { isNoticePartLost, getNoticePart, getDeferredTexts } from './parts.js'
import type { ConfiguratorSession } from './configurator-session.js'
import type { ConfiguratorTexts } from '../text/types.js'
import type { TextFormatter } from '../text-formatter.js'
import type { ApiFailure } from './api-client.js'

/** The error message in the shopper's language: the service's own message about an entry, or else a general text. */
export function translateFailure(failure: ApiFailure, texts: ConfiguratorTexts): string {
  if (failure.shopperMessage !== null && failure.status === 422) return failure.shopperMessage
  if (failure.status === 0) return texts.noAnswer
  if (failure.status === 404) return texts.configurationNotAvailable
  return failure.status >= 500 || failure.status === 429 ? texts.broken : texts.notPossible
}

function messageBlock(message: string, texts: ConfiguratorTexts, again: () => void): TemplateResult {
  return html`
    <div class="failure" role="alert">
      <p>${message}</p>
      <button type="button" @click=${again}>${texts.tryAgain}</button>
    </div>
  `
}

/** The message shown where something failed, with a button to try again. */
export function failureBlock(session: ConfiguratorSession, failure: ApiFailure, texts: ConfiguratorTexts): TemplateResult {
  const message = translateFailure(failure, texts)
  return messageBlock(
    session.catalogue === null ? `${texts.failed} ${message}` : message,
    texts,
    () => void session.retryFailed(),
  )
}

/** Replaces a part of the configurator that could not be loaded. */
export function lostPartBlock({ parts }: ConfiguratorSession, texts: ConfiguratorTexts): TemplateResult {
  return messageBlock(texts.partLost, texts, () => parts.retryLostParts())
}

/** The button that explains why something is unavailable. Its code is loaded with the first such button. */
export function renderWhyButton(
  subject: ExplanationSubject,
  session: ConfiguratorSession,
  wording: TextFormatter,
): TemplateResult | undefined {
  const part = session.parts.get('why')
  const texts = getDeferredTexts(session.parts, wording.language)
  return part === null || texts === null ? undefined : part.getExplainer(session).block(subject, texts)
}

interface NoticeBlocks {
  readonly block: TemplateResult | typeof nothing
  readonly line: TemplateResult | typeof nothing
}

/**
 * The notice below the price box, and the line in the price bar that opens it on narrow screens. Both have reserved space, because
 * the notice can arrive later than the entry. The code and texts are loaded with the first notice or confirmation.
 */
export function renderNotice(session: ConfiguratorSession, catalogue: ProductReply, wording: TextFormatter): NoticeBlocks {
  const noticePart = session.notice === null ? null : getNoticePart(session.parts, wording.language)
  const renderWhy = (subject: ExplanationSubject) => renderWhyButton(subject, session, wording)
  return {
    block: noticePart?.noticeBlock(session, catalogue, noticePart.texts, renderWhy) ?? nothing,
    line: noticePart?.noticeLine(session, catalogue, noticePart.texts) ?? nothing,
  }
}

/** The persistent notice above the questions: this configuration belongs to another person, or it replaced the shopper's own. */
function renderPersistentNotice(session: ConfiguratorSession, wording: TextFormatter): TemplateResult | typeof nothing {
  if (session.replacementTitle === null && !session.cache.can?.read_only) return nothing
  const noticePart = getNoticePart(session.parts, wording.language)
  return noticePart?.persistentNoticeBlock(session, noticePart.texts) ?? nothing
}

export function renderConfirmDialog(
  session: ConfiguratorSession,
  catalogue: ProductReply,
  wording: TextFormatter,
): TemplateResult | typeof nothing {
  if (session.confirming === null && !session.parts.has('notice-blocks')) return nothing
  const noticePart = getNoticePart(session.parts, wording.language)
  return noticePart?.confirmDialog(session, catalogue, noticePart.texts) ?? nothing
}

/** True if there is a message but its texts could not be loaded. */
function hasLostMessage(session: ConfiguratorSession, language: string, at: (questionId: number | null) => boolean): boolean {
  if (!isNoticePartLost(session.parts, language)) return false
  return (session.notice !== null && at(session.noticeAt)) || (session.confirming !== null && at(session.at))
}

const monitoredParts = ['surroundings', 'rich-text', 'configurator-api', 'filing'] as const

/** The messages at the top, for questions that are not on the page and for none. */
export function renderTopMessages(
  session: ConfiguratorSession,
  texts: ConfiguratorTexts,
  wording: TextFormatter | null,
  isRendered: (questionId: number) => boolean,
) {
  const top = (questionId: number | null): boolean => questionId === null || !isRendered(questionId)
  const { failure, parts } = session
  return html`
    ${failure !== null && top(session.at) ? failureBlock(session, failure, texts) : nothing}
    ${monitoredParts.some((name) => parts.isLost(name)) || (wording !== null && hasLostMessage(session, wording.language, top)) ? lostPartBlock(session, texts) : nothing}
    ${wording === null ? nothing : renderPersistentNotice(session, wording)}
  `
}

/** The messages next to a question. */
export function renderQuestionMessages(questionId: number, session: ConfiguratorSession, wording: TextFormatter) {
  const { failure } = session
  return html`
    ${failure !== null && session.at === questionId ? failureBlock(session, failure, wording.texts) : nothing}
    ${hasLostMessage(session, wording.language, (lostId) => lostId === questionId) ? lostPartBlock(session, wording.texts) : nothing}
  `
}
