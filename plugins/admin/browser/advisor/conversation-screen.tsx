// One advisor conversation: its turns, its lessons, recommended products, and the shop's reply.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ConversationDetail, ConversationEntry, TranslatedToolCall, TranslatedTurn } from '../../api/advisor.js'
import { toRecordPath, type ScreenProps } from '../base/screen-location.js'
import { requestBody } from '../base/api.js'
import { Link, useWindowTitle } from '../base/routing.js'
import { createMoneyFormatter, formatNumber, formatTime, t } from '../wording/text.js'
import { ScreenPlaceholder } from '../shell/failure-message.js'
import { adoptAdvisorStyle } from '../style/system.js'
import { adoptFormStyle } from '../style/form.js'
import { adoptSalesStyle } from '../style/sales.js'
import {
  formatConversationCost,
  canReadArea,
  ConversationStateBadges,
  ConversationShopper,
  outcomeTextKeys,
  speakerTextKeys,
  tAdvisor,
} from './conversation-facts.js'
import { type FactEntries, FactList } from '../table/table-screen.js'

adoptFormStyle()
adoptSalesStyle()
adoptAdvisorStyle()

interface ConversationScreenProps extends ScreenProps {
  readonly id: number
}

/** Milliseconds until a conversation with a pending answer is read again. */
const pendingRefreshDelay = 3_000

const outreachTextKeys = {
  proposed: 'outreachProposed',
  sent: 'outreachSent',
  declined: 'outreachDeclined',
} as const

function ConversationSection({
  title,
  empty,
  children,
}: {
  readonly title: string
  readonly empty: string
  readonly children: readonly ReactNode[]
}): ReactNode {
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {children.length === 0 ? <p className="quiet-text">{empty}</p> : children}
    </section>
  )
}

type Reply = NonNullable<TranslatedTurn['reply']>
type Session = ScreenProps['session']

/** Indents JSON. Truncated JSON stays unchanged. */
function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 1)
  } catch {
    return text
  }
}

function ToolCalls({ tools }: { readonly tools: readonly TranslatedToolCall[] }): ReactNode {
  if (tools.length === 0) return null
  return (
    <details>
      <summary>{tAdvisor('tools', { count: tools.length })}</summary>
      <ol>
        {tools.map(({ name, sentence, failed, input, result }, at) => (
          <li key={at}>
            <p>
              {sentence} <code>{name}</code> {failed && <span className="badge expired">{tAdvisor('refused')}</span>}
            </p>
            <p className="quiet-text">{tAdvisor('asked')}</p>
            <pre tabIndex={0}>{indentJson(input)}</pre>
            <p className="quiet-text">{tAdvisor('answered')}</p>
            <pre tabIndex={0}>{indentJson(result)}</pre>
          </li>
        ))}
      </ol>
    </details>
  )
}

function ReplyFacts({ facts, session }: { readonly facts: NonNullable<Reply['facts']>; readonly session: Session }): ReactNode {
  const money = createMoneyFormatter(facts.currency.code, facts.currency.decimals)
  const product = canReadArea(session, 'catalog') ? (
    <Link to={toRecordPath('product', facts.product_id)}>{facts.product}</Link>
  ) : (
    facts.product
  )
  return (
    <details>
      <summary>
        {tAdvisor('standing')}: {facts.finished ? tAdvisor('finished') : tAdvisor('missing', { count: facts.missing.length })}
        {facts.price === null ? '' : `, ${money(facts.price.gross)}`}
      </summary>
      <p>{product}</p>
      <dl className="facts">
        {facts.selected.map(({ question_id: id, question, text }) => (
          <div key={id}>
            <dt>{question}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {facts.missing.length > 0 && (
        <ul className="note">
          {facts.missing.map(({ question_id: id, message }) => (
            <li key={id}>{message}</li>
          ))}
        </ul>
      )}
    </details>
  )
}

function ReplyDetails({ reply, session }: { readonly reply: Reply; readonly session: Session }): ReactNode {
  const { outcome, notice, marks, facts, recommended, model, calls, input, output, milliseconds } = reply
  const unverified = marks.filter(({ status }) => status === 'unverified').length
  const details = {
    model,
    calls: tAdvisor('calls', { count: calls }),
    tokens: tAdvisor('tokens', { count: input + output }),
    seconds: Math.round(milliseconds / 100) / 10,
  }
  return (
    <>
      {outcome !== 'whole' && (
        <p className="note">
          <span className="badge expired">{tAdvisor(outcomeTextKeys[outcome])}</span> {notice}
        </p>
      )}
      {unverified > 0 && <p className="note">{tAdvisor('unverifiedCount', { count: unverified })}</p>}
      {recommended.length > 0 && (
        <p>
          {tAdvisor('tookUp')}: {recommended.map(({ title }) => title).join(', ')}
        </p>
      )}
      {facts && <ReplyFacts facts={facts} session={session} />}
      <p className="quiet-text">{tAdvisor('madeOf', details)}</p>
    </>
  )
}

const entryClasses = { shopper: 'shopper', advisor: 'advisor-said', person: 'person-said' } as const

type ReplyMarks = NonNullable<TranslatedTurn['reply']>['marks']

/** Plain text: markup and links are shown as text. */
function HighlightedReply({ text, marks }: { readonly text: string; readonly marks: ReplyMarks }): ReactNode {
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

function ThreadTurn({
  turn,
  language,
  session,
}: {
  readonly turn: TranslatedTurn
  readonly language: string
  readonly session: Session
}): ReactNode {
  const { role, text, created, tools, reply } = turn
  return (
    <li className={`turn ${entryClasses[role]}`}>
      <header>
        <strong>{tAdvisor(speakerTextKeys[role])}</strong>
        <span className="quiet-text">{formatTime(created)}</span>
      </header>
      {text === '' && <p className="quiet-text">{tAdvisor('noWords')}</p>}
      {text !== '' && (
        <div lang={language || undefined}>
          <HighlightedReply text={text} marks={reply?.marks ?? []} />
        </div>
      )}
      <ToolCalls tools={tools} />
      {reply && <ReplyDetails reply={reply} session={session} />}
    </li>
  )
}

function PersonRequest({ entry }: { readonly entry: Extract<ConversationEntry, { readonly kind: 'person' }> }): ReactNode {
  const { email, phone, note } = entry.person
  const contactFacts: FactEntries = [
    [tAdvisor('email'), email],
    [tAdvisor('phone'), phone],
    [tAdvisor('note'), note],
  ]
  const facts = contactFacts.filter(([, text]) => text !== '')
  return (
    <li className="happened">
      <strong>{tAdvisor('askedPerson')}</strong> {formatTime(entry.at)}
      {facts.length > 0 && <FactList facts={facts} />}
    </li>
  )
}

interface ConversationTranscriptProps {
  readonly entries: readonly ConversationEntry[]
  /** The language of the conversation. */
  readonly language: string
  readonly session: Session
}

/** The thread of a conversation: each turn with its tool calls and the resulting configuration. */
function ConversationTranscript({ entries, language, session }: ConversationTranscriptProps): ReactNode {
  return (
    <ol className="thread">
      {entries.map((entry, at) => {
        if (entry.kind === 'turn') return <ThreadTurn key={at} turn={entry.turn} language={language} session={session} />
        if (entry.kind === 'person') return <PersonRequest key={at} entry={entry} />
        return (
          <li key={at} className="happened">
            {tAdvisor('consented')} {formatTime(entry.at)}
          </li>
        )
      })}
    </ol>
  )
}

export function ConversationScreen({ id, session }: ConversationScreenProps): ReactNode {
  const title = tAdvisor('talk', { id: String(id) })
  useWindowTitle(title)
  const {
    data: talk,
    error,
    refetch,
  } = useQuery({
    queryKey: ['advisor', 'talk', id],
    queryFn: ({ signal }) => requestBody<ConversationDetail>('GET', `advisor/conversations/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.pending ? pendingRefreshDelay : false),
  })
  if (!talk) return <ScreenPlaceholder error={error} retry={() => void refetch()} />
  const facts: FactEntries = [
    [tAdvisor('shopper'), <ConversationShopper key="who" customer={talk.customer} session={session} />],
    [tAdvisor('language'), talk.language],
    [tAdvisor('turns'), formatNumber(talk.turns)],
    [tAdvisor('cost'), `${formatConversationCost(talk)}, ${tAdvisor('calls', { count: talk.calls })}`],
    [tAdvisor('lastWord'), formatTime(talk.lastActivity)],
  ]
  return (
    <div className="page advisor">
      <header className="page-head">
        <div className="head-words">
          <nav aria-label={t('youAreHere')} className="crumbs">
            <Link to="advisor">{tAdvisor('title')}</Link>
          </nav>
          <h1>
            {title} <ConversationStateBadges {...talk} />
          </h1>
        </div>
      </header>
      <p className="lead">{tAdvisor('began', { at: formatTime(talk.started) })}</p>
      <div className="desk">
        <section className="desk-main" aria-label={tAdvisor('thread')}>
          <ConversationTranscript entries={talk.entries} language={talk.language} session={session} />
        </section>
        <div className="desk-side">
          <section className="card" aria-label={tAdvisor('figures')}>
            <FactList facts={facts} />
          </section>
          <ConversationSection title={tAdvisor('recommended')} empty={tAdvisor('noneRecommended')}>
            {talk.recommended.map(({ product, reason, created }, at) => {
              const name = product === null ? '' : product.title || t('unknownRecord')
              return (
                <p key={at}>
                  {product !== null && canReadArea(session, 'catalog') ? (
                    <Link to={toRecordPath('product', product.id)}>{name}</Link>
                  ) : (
                    name
                  )}
                  {reason === '' ? '' : `: ${reason}`} <span className="quiet-text">{formatTime(created)}</span>
                </p>
              )
            })}
          </ConversationSection>
          <ConversationSection title={tAdvisor('reviews')} empty={tAdvisor('noReviews')}>
            {talk.reviews.map(({ lessons, model, created }, at) => (
              <div key={at}>
                <p className="lessons" dir="auto">
                  {lessons}
                </p>
                <p className="quiet-text">{tAdvisor('byModel', { model, at: formatTime(created) })}</p>
              </div>
            ))}
          </ConversationSection>
          <ConversationSection title={tAdvisor('outreach')} empty={tAdvisor('noOutreach')}>
            {talk.outreach.map(({ id: number_, status, created }) => (
              <p key={number_}>
                {Object.hasOwn(outreachTextKeys, status)
                  ? tAdvisor(outreachTextKeys[status as keyof typeof outreachTextKeys])
                  : status}{' '}
                <span className="quiet-text">{formatTime(created)}</span>
                {status === 'proposed' && (
                  <>
                    {' '}
                    <Link to="advisor?part=waiting">{tAdvisor('answerIt')}</Link>
                  </>
                )}
              </p>
            ))}
          </ConversationSection>
          <p>
            <Link to={`${toRecordPath('chat-conversation', id)}?fields=1`}>{t('allFields')}</Link>
          </p>
        </div>
      </div>
    </div>
  )
}
