// The one sentence that screen readers announce after a change: automatic changes and the new price.
import type { ProductReply } from '#core/surface.js'
import { formatPriceSentence } from './price-box.js'
import type { ConfiguratorNotice } from './notice.js'
import { getNoticePart } from './parts.js'
import type { ConfiguratorSession } from './configurator-session.js'
import type { TextFormatter } from '../text-formatter.js'

export class Announcement {
  text = ''
  private turn = 0
  private notice: ConfiguratorNotice | null = null
  private price = ''

  /** Checks each fully answered state once. Announces only new content, and nothing for the first state. */
  update(session: ConfiguratorSession, catalogue: ProductReply, wording: TextFormatter): void {
    if (session.turn === this.turn || session.isBusy) return
    const price = formatPriceSentence(session, catalogue, wording)
    const { notice } = session
    const isNew = notice !== null && notice !== this.notice
    const words = isNew ? getNoticePart(session.parts, wording.language) : null
    if (isNew && words === null) return
    const noticeTexts =
      !isNew || words === null
        ? []
        : [
            ...words.formatRestoration(session, catalogue, words.texts, this.notice),
            ...words.formatChanges(notice.changes, catalogue, words.texts.automatic),
          ]
    const news = this.turn > 0 && price !== this.price ? [price] : []
    if (noticeTexts.length + news.length > 0) this.text = [...noticeTexts, ...news].join(' ')
    this.turn = session.turn
    this.notice = notice
    this.price = price
  }
}
