// The mail to the shop when half of the advisor's daily budget is used: one per day across all processes.
import { store } from '../model/entities/store/store.js'
import type { ServiceContext } from '../storage/service-context.js'

interface MailTexts {
  readonly subject: string
  readonly body: string
}

const mailTexts: Readonly<Record<string, MailTexts>> = {
  en: {
    subject: '{shop}: half of the advisor budget for {day} is used',
    body: 'On {day}, the advisor used {calls} of {callLimit} calls and {tokens} of {tokenLimit} tokens.\n\nWhen a budget is used up, the advisor stops replying until the next day. You can find the costs in the admin under "Advisor".\n',
  },
  de: {
    subject: '{shop}: Die Hälfte des Budgets der Beratung für den {day} ist verbraucht',
    body: 'Am {day} hat die Beratung {calls} von {callLimit} Aufrufen und {tokens} von {tokenLimit} Token verbraucht.\n\nIst ein Budget aufgebraucht, antwortet die Beratung bis zum nächsten Tag nicht mehr. Die Kosten finden Sie in der Verwaltung unter „Beratung“.\n',
  },
  he: {
    subject: '{shop}: נוצלה מחצית מתקציב הייעוץ ליום {day}',
    body: 'ביום {day} הייעוץ ניצל {calls} מתוך {callLimit} קריאות ו-{tokens} מתוך {tokenLimit} אסימונים.\n\nכאשר תקציב נוצל במלואו, הייעוץ אינו עונה עד היום הבא. העלויות מוצגות בניהול תחת "ייעוץ".\n',
  },
}

/** Queues the mail once a day, in the transaction that marks the day as notified. @param money the day's budget in millionths */
export async function notifyHalfSpent(work: ServiceContext, date: string, money: number): Promise<void> {
  const { database, advisor } = work.context
  const { calls, tokens } = advisor.day
  const half = '(calls * 2 >= ? OR tokens * 2 >= ? OR money * 2 >= ?)'
  const due = `SELECT calls, tokens FROM svc_advisor_days WHERE day = ? AND notified = 0 AND ${half}`
  const [spent] = await database.query<{ calls: number; tokens: number }>(due, [date, calls, tokens, money])
  if (!spent) return
  const used = { calls: Number(spent.calls), tokens: Number(spent.tokens) }
  const isFirst = await work.anew().transact(async (inside) => {
    const mark = 'UPDATE svc_advisor_days SET notified = 1 WHERE day = ? AND notified = 0'
    if ((await inside.unit.run(mark, [date])).affected === 0) return false
    const currentWork = await inside.at()
    const [shop] = await currentWork.records(store)
    if (!shop?.email_sales) return true
    const language = currentWork.moment.snapshot.defaultLanguage
    const numbers = new Intl.NumberFormat(language)
    const values: Readonly<Record<string, string>> = {
      shop: shop.name || 'Shop',
      day: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(date)),
      calls: numbers.format(used.calls),
      callLimit: numbers.format(calls),
      tokens: numbers.format(used.tokens),
      tokenLimit: numbers.format(tokens),
    }
    const { subject, body } = mailTexts[language.split('-')[0]!] ?? mailTexts['en']!
    const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '')
    // A line break in the shop's name would start another header.
    const title = fill(subject)
      .replace(/[\r\n]+/g, ' ')
      .slice(0, 255)
    await inside.mail({ to: shop.email_sales, subject: title, text: fill(body) })
    return true
  })
  if (isFirst) work.context.log.warn({ day: date, ...used }, "Half of the advisor's budget of a day is used.")
}
