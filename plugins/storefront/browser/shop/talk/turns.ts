// Draws the messages of a conversation as plain text, marks unverified facts, and adds the data of a reply.
import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { TextMark, RecommendedProduct, ConversationTurn } from '../../../../advisor/surface.js'
import type { TalkTexts } from '../../../text/shop-types.js'
import type { PartialReply } from './conversation-session.js'

export interface TurnListOptions {
  readonly texts: TalkTexts
  /** The URL of a product's configurator. */
  productPage(product: number): string
}

function renderMark(text: string, { kind, status }: TextMark, texts: TalkTexts): TemplateResult {
  const isOwn = status === 'shopper'
  const label = isOwn ? texts.ownFigure : texts.unverified
  const style = isOwn ? 'own' : 'unverified'
  return html`<mark class=${style} part=${style} data-kind=${kind} title=${label}>${text}<span class="hidden"> (${label})</span></mark>`
}

function renderTurnText({ text, reply }: ConversationTurn, texts: TalkTexts): readonly (string | TemplateResult)[] {
  const pieces: (string | TemplateResult)[] = []
  let at = 0
  for (const mark of [...(reply?.marks ?? [])].sort((a, b) => a.start - b.start)) {
    if (mark.start < at) continue
    pieces.push(text.slice(at, mark.start), renderMark(text.slice(mark.start, mark.end), mark, texts))
    at = mark.end
  }
  return [...pieces, text.slice(at)]
}

function recommendedProducts(
  recommended: readonly RecommendedProduct[],
  { texts, productPage }: TurnListOptions,
): TemplateResult | typeof nothing {
  if (recommended.length === 0) return nothing
  const link = ({ product_id, title }: RecommendedProduct): TemplateResult =>
    html`<li><a href=${productPage(product_id)}>${title}</a></li>`
  return html`<div class="recommended"><span>${texts.recommended}:</span><ul>${recommended.map(link)}</ul></div>`
}

function turnBlock(turn: ConversationTurn, options: TurnListOptions): TemplateResult {
  const { texts } = options
  const { role, reply } = turn
  const speaker = { shopper: texts.you, advisor: texts.advisor, person: texts.person }[role]
  const isDoubtful = reply?.marks.some(({ status }) => status === 'unverified') ?? false
  return html`
    <li class=${`turn ${role}`} part=${`turn ${role}`}>
      <span class="who">${speaker}</span>
      ${turn.text === '' ? nothing : html`<p class="said" dir="auto">${renderTurnText(turn, texts)}</p>`}
      ${isDoubtful ? html`<p class="hint">${texts.unverifiedNote}</p>` : nothing}
      ${reply?.notice ? html`<p class="hint notice-line">${reply.notice}</p>` : nothing}
      ${recommendedProducts(reply?.recommended ?? [], options)}
    </li>
  `
}

function partialReplyBlock({ text, action }: PartialReply, texts: TalkTexts): TemplateResult {
  return html`
    <li class="turn advisor growing" part="turn advisor growing" aria-busy="true">
      <span class="who">${texts.advisor}</span>
      ${text === '' ? nothing : html`<p class="said" dir="auto">${text}</p>`}
      <p class="hint tool"><span class="dots" aria-hidden="true"></span>${action || texts.writing}</p>
    </li>
  `
}

/** The whole thread, including the unsent message and the reply that is being written. */
export function turnList(
  turns: readonly ConversationTurn[],
  { unsent, growing }: { readonly unsent: string | null; readonly growing: PartialReply | null },
  options: TurnListOptions,
): TemplateResult {
  const { texts } = options
  return html`
    <ol class="turns">
      ${turns.map((turn) => turnBlock(turn, options))}
      ${growing === null ? nothing : partialReplyBlock(growing, texts)}
      ${
        unsent === null
          ? nothing
          : html`<li class="turn shopper unsent" part="turn shopper unsent">
              <span class="who">${texts.you}</span>
              <p class="said" dir="auto">${unsent}</p>
              <p class="hint">${texts.notSent}</p>
            </li>`
      }
    </ol>
  `
}
