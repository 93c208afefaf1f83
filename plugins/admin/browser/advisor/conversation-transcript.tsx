// The thread of a conversation: each turn with its tool calls and the resulting configuration.
import type { ReactNode } from 'react'
import type { ConversationEntry, TranslatedToolCall, TranslatedTurn } from '../../api/advisor-shape.js'
import { toRecordPath } from '../base/screen-location.js'
import { Link } from '../base/routing.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { createMoneyFormatter } from '../order/money-formatter.js'
import { formatTime } from '../wording/text.js'
import { HighlightedReply } from './highlighted-reply.js'
import { canReadArea, outcomeTextKeys, speakerTextKeys } from './conversation-facts.js'
import { tAdvisor } from './wording/advisor-text.js'
import { type FactEntries, FactList } from '../base/fact-list.js'

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
      <summary>{tAdvisor('deeds', { count: tools.length })}</summary>
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

export function ConversationTranscript({ entries, language, session }: ConversationTranscriptProps): ReactNode {
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
