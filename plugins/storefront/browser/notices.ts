// Places notices and failures: next to the question at which the shopper acted, or else at the top of the configurator.
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

/** The code and texts are loaded with the first notice or confirmation. */
function notice(session: Session, catalogue: ProductReply, wording: Wording): TemplateResult | typeof nothing {
  const told = toldIn(session.parts, wording.language)
  return told?.noticeBlock(session, catalogue, told.texts, (subject) => whyBlock(subject, session, wording)) ?? nothing
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
  const { catalogue, failure, parts } = session
  return html`
    ${failure !== null && top(session.at) ? failureBlock(session, failure, texts) : nothing}
    ${lostOnes.some((name) => parts.isLost(name)) || (wording !== null && unsaid(session, wording.language, top)) ? lostBlock(session, texts) : nothing}
    ${wording === null ? nothing : standing(session, wording)}
    ${catalogue !== null && wording !== null && session.notice !== null && top(session.noticeAt) ? notice(session, catalogue, wording) : nothing}
  `
}

/** The messages next to a question. */
export function toldBeside(questionId: number, session: Session, catalogue: ProductReply, wording: Wording) {
  const { failure } = session
  const block = session.notice !== null && session.noticeAt === questionId ? notice(session, catalogue, wording) : nothing
  return html`
    ${failure !== null && session.at === questionId ? failureBlock(session, failure, wording.texts) : nothing}
    ${unsaid(session, wording.language, (one) => one === questionId) ? lostBlock(session, wording.texts) : nothing}
    ${session.noticeSpaces.has(questionId) ? html`<div class="notice-space">${block}</div>` : block}
  `
}
