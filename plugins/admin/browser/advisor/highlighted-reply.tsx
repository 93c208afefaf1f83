// An advisor's reply, with statements highlighted that the shop's data does not support.
import type { ReactNode } from 'react'
import type { TranslatedTurn } from '../../api/advisor-shape.js'
import { tAdvisor } from './wording/advisor-text.js'

type ReplyMarks = NonNullable<TranslatedTurn['reply']>['marks']

/** Plain text: markup and links are shown as text. */
export function HighlightedReply({ text, marks }: { readonly text: string; readonly marks: ReplyMarks }): ReactNode {
  const pieces: ReactNode[] = []
  let at = 0
  for (const { start, end, status } of marks) {
    if (start < at || end > text.length) continue
    const isShoppers = status === 'shopper'
    const remark = tAdvisor(isShoppers ? 'ofShopper' : 'unverified')
    pieces.push(text.slice(at, start))
    pieces.push(
      <mark key={start} className={isShoppers ? 'of-shopper' : 'unverified'} title={remark}>
        {text.slice(start, end)}
        <span className="hidden"> ({remark})</span>
      </mark>,
    )
    at = end
  }
  return (
    <p className="words" dir="auto">
      {pieces}
      {text.slice(at)}
    </p>
  )
}
