// The one sentence that screen readers announce after a change: automatic changes and the new price.
import type { ProductReply } from '#core/shop/catalogue/define.js'
import { priceSentence } from './price-box.js'
import type { Notice } from './notice.js'
import { toldIn } from './parts.js'
import type { Session } from './session.js'
import type { Wording } from '../wording.js'

export class Announcement {
  text = ''
  private turn = 0
  private notice: Notice | null = null
  private price = ''

  /** Checks each fully answered state once. Announces only new content, and nothing for the first state. */
  look(session: Session, catalogue: ProductReply, wording: Wording): void {
    if (session.turn === this.turn || session.busy) return
    const price = priceSentence(session, catalogue, wording)
    const { notice } = session
    const isNew = notice !== null && notice !== this.notice
    const words = isNew ? toldIn(session.parts, wording.language) : null
    if (isNew && words === null) return
    const told =
      !isNew || words === null
        ? []
        : [
            ...words.restoredSentences(session, catalogue, words.texts, this.notice),
            ...words.changeSentences(notice.changes, catalogue, words.texts.automatic),
          ]
    const news = this.turn > 0 && price !== this.price ? [price] : []
    if (told.length + news.length > 0) this.text = [...told, ...news].join(' ')
    this.turn = session.turn
    this.notice = notice
    this.price = price
  }
}
