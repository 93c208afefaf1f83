// Places notices and failures. Failures are next to the question at which the shopper acted, or else at the top.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import { failureBlock, lostBlock } from './failure-block.js'
import type { Subject } from './later/why.js'
import { isToldLost, toldIn, toldTextsIn } from './parts.js'
import type { Session } from './session.js'
import type { Texts } from '../text.js'
import type { Wording } from '../wording.js'

/** The button that explains why something is unavailable. Its code is loaded with the first such button. */
export function whyBlock(subject: Subject, session: Session, wording: Wording): TemplateResult | undefined {
  const part = session.parts.get('why')
  const texts = toldTextsIn(session.parts, wording.language)
  return part === null || texts === null ? undefined : part.whyFor(session).block(subject, texts)
}

interface NoticeBlocks {
  readonly block: TemplateResult | typeof nothing
  readonly line: TemplateResult | typeof nothing
}

/**
 * The notice below the price box, and the line in the price bar that opens it on narrow screens. Both have reserved space, because
 * the notice can arrive later than the entry. The code and texts are loaded with the first notice or confirmation.
 */
export function noticeBlocks(session: Session, catalogue: ProductReply, wording: Wording): NoticeBlocks {
  const told = session.notice === null ? null : toldIn(session.parts, wording.language)
  return {
    block: told?.noticeBlock(session, catalogue, told.texts, (subject) => whyBlock(subject, session, wording)) ?? nothing,
    line: told?.noticeLine(session, catalogue, told.texts) ?? nothing,
  }
}

/** The persistent notice above the questions: this configuration belongs to another person, or it replaced the shopper's own. */
function standing(session: Session, wording: Wording): TemplateResult | typeof nothing {
  if (session.begun === null && !session.holding.can?.read_only) return nothing
  const told = toldIn(session.parts, wording.language)
  return told?.standingBlock(session, told.texts) ?? nothing
}

export function confirmDialog(session: Session, catalogue: ProductReply, wording: Wording): TemplateResult | typeof nothing {
  if (session.confirming === null && !session.parts.has('told')) return nothing
  const told = toldIn(session.parts, wording.language)
  return told?.confirmDialog(session, catalogue, told.texts) ?? nothing
}

/** True if there is a message but its texts could not be loaded. */
function unsaid(session: Session, language: string, at: (questionId: number | null) => boolean): boolean {
  if (!isToldLost(session.parts, language)) return false
  return (session.notice !== null && at(session.noticeAt)) || (session.confirming !== null && at(session.at))
}

const lostOnes = ['surroundings', 'rich-text', 'outward', 'filing'] as const

/** The messages at the top, for questions that are not on the page and for none. */
export function toldAtTop(session: Session, texts: Texts, wording: Wording | null, isDrawn: (questionId: number) => boolean) {
  const top = (questionId: number | null): boolean => questionId === null || !isDrawn(questionId)
  const { failure, parts } = session
  return html`
    ${failure !== null && top(session.at) ? failureBlock(session, failure, texts) : nothing}
    ${lostOnes.some((name) => parts.isLost(name)) || (wording !== null && unsaid(session, wording.language, top)) ? lostBlock(session, texts) : nothing}
    ${wording === null ? nothing : standing(session, wording)}
  `
}

/** The messages next to a question. */
export function toldBeside(questionId: number, session: Session, wording: Wording) {
  const { failure } = session
  return html`
    ${failure !== null && session.at === questionId ? failureBlock(session, failure, wording.texts) : nothing}
    ${unsaid(session, wording.language, (one) => one === questionId) ? lostBlock(session, wording.texts) : nothing}
  `
}
