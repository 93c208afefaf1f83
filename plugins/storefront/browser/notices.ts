// Places notices and failures: next to the question at which the shopper acted, or else at the top of the configurator.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import { failureBlock, lostPartBlock } from './failure-block.js'
import type { ExplanationSubject } from './later/why.js'
import { isNoticePartLost, getNoticePart, getDeferredTexts } from './parts.js'
import type { ConfiguratorSession } from './configurator-session.js'
import type { ConfiguratorTexts } from '../text.js'
import type { TextFormatter } from '../text-formatter.js'

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

/** The code and texts are loaded with the first notice or confirmation. */
function renderNotice(
  session: ConfiguratorSession,
  catalogue: ProductReply,
  wording: TextFormatter,
): TemplateResult | typeof nothing {
  const noticePart = getNoticePart(session.parts, wording.language)
  return (
    noticePart?.noticeBlock(session, catalogue, noticePart.texts, (subject) => renderWhyButton(subject, session, wording)) ??
    nothing
  )
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
  const { catalogue, failure, parts } = session
  return html`
    ${failure !== null && top(session.at) ? failureBlock(session, failure, texts) : nothing}
    ${monitoredParts.some((name) => parts.isLost(name)) || (wording !== null && hasLostMessage(session, wording.language, top)) ? lostPartBlock(session, texts) : nothing}
    ${wording === null ? nothing : renderPersistentNotice(session, wording)}
    ${catalogue !== null && wording !== null && session.notice !== null && top(session.noticeAt) ? renderNotice(session, catalogue, wording) : nothing}
  `
}

/** The messages next to a question. */
export function renderQuestionMessages(
  questionId: number,
  session: ConfiguratorSession,
  catalogue: ProductReply,
  wording: TextFormatter,
) {
  const { failure } = session
  const block = session.notice !== null && session.noticeAt === questionId ? renderNotice(session, catalogue, wording) : nothing
  return html`
    ${failure !== null && session.at === questionId ? failureBlock(session, failure, wording.texts) : nothing}
    ${hasLostMessage(session, wording.language, (lostId) => lostId === questionId) ? lostPartBlock(session, wording.texts) : nothing}
    ${session.noticeSpaces.has(questionId) ? html`<div class="notice-space">${block}</div>` : block}
  `
}
