// Where a shopper is told what happened: beside the question at which he acted, else at the top.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { ProductReply } from '#core/shop/catalogue/define.js'
import { failureBlock, lostBlock } from './failure-block.js'
import type { Subject } from './later/why.js'
import { isToldLost, toldIn, toldTextsIn } from './parts.js'
import type { Session } from './session.js'
import type { Texts } from '../text.js'
import type { Wording } from '../wording.js'

/** The way to learn why something cannot be had, or does not stay; its part is loaded with the first. */
export function whyBlock(subject: Subject, session: Session, wording: Wording): TemplateResult | undefined {
  const part = session.parts.get('why')
  const texts = toldTextsIn(session.parts, wording.language)
  return part === null || texts === null ? undefined : part.whyFor(session).block(subject, texts)
}

/** The part with the words is loaded as soon as there is something to tell or to ask. */
function notice(session: Session, catalogue: ProductReply, wording: Wording): TemplateResult | typeof nothing {
  const told = toldIn(session.parts, wording.language)
  return told?.noticeBlock(session, catalogue, told.texts, (subject) => whyBlock(subject, session, wording)) ?? nothing
}

/** What stands above the questions as long as it holds: that they are somebody else's, or what took the place of the shopper's. */
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

/** Words that cannot be told because their part got lost. */
function unsaid(session: Session, language: string, at: (questionId: number | null) => boolean): boolean {
  if (!isToldLost(session.parts, language)) return false
  return (session.notice !== null && at(session.noticeAt)) || (session.confirming !== null && at(session.at))
}

const lostOnes = ['surroundings', 'rich-text', 'outward', 'filing'] as const

/** What stands at the top, where no question on the page is concerned; null there. */
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

/** What stands beside a question: there the shopper looks. */
export function toldBeside(questionId: number, session: Session, catalogue: ProductReply, wording: Wording) {
  const { failure } = session
  const block = session.notice !== null && session.noticeAt === questionId ? notice(session, catalogue, wording) : nothing
  return html`
    ${failure !== null && session.at === questionId ? failureBlock(session, failure, wording.texts) : nothing}
    ${unsaid(session, wording.language, (one) => one === questionId) ? lostBlock(session, wording.texts) : nothing}
    ${session.noticeSpaces.has(questionId) ? html`<div class="notice-space">${block}</div>` : block}
  `
}
