// The thread of a conversation: each turn with its tool calls and the resulting configuration.
import type { ReactNode } from 'react'
import type { ShownEntry, ShownTool, ShownTurn } from '../../transport/advisor-shape.js'
import { recordPath } from '../ground/address.js'
import { Link } from '../ground/routing.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { moneyIn } from '../trade/money.js'
import { moment } from '../wording/text.js'
import { Marked } from './marked.js'
import { mayRead, speakers } from './who.js'
import { many, say } from './wording/say.js'
import { type FactEntries, FactList } from '../ground/fact-list.js'

type Reply = NonNullable<ShownTurn['reply']>
type Session = ScreenProps['session']

/** Indents JSON. Truncated JSON stays unchanged. */
function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 1)
  } catch {
    return text
  }
}

function Deeds({ tools }: { readonly tools: readonly ShownTool[] }): ReactNode {
  if (tools.length === 0) return null
  return (
    <details>
      <summary>{many('deeds', tools.length)}</summary>
      <ol>
        {tools.map(({ name, sentence, failed, input, result }, at) => (
          <li key={at}>
            <p>
              {sentence} <code>{name}</code> {failed && <span className="badge expired">{say('refused')}</span>}
            </p>
            <p className="quiet-text">{say('asked')}</p>
            <pre tabIndex={0}>{pretty(input)}</pre>
            <p className="quiet-text">{say('answered')}</p>
            <pre tabIndex={0}>{pretty(result)}</pre>
          </li>
        ))}
      </ol>
    </details>
  )
}

function Facts({ facts, session }: { readonly facts: NonNullable<Reply['facts']>; readonly session: Session }): ReactNode {
  const money = moneyIn(facts.currency.code, facts.currency.decimals)
  const product = mayRead(session, 'catalog') ? (
    <Link to={recordPath('product', facts.product_id)}>{facts.product}</Link>
  ) : (
    facts.product
  )
  return (
    <details>
      <summary>
        {say('standing')}: {facts.finished ? say('finished') : many('missing', facts.missing.length)}
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

function Came({ reply, session }: { readonly reply: Reply; readonly session: Session }): ReactNode {
  const { outcome, notice, marks, facts, recommended, model, calls, input, output, milliseconds } = reply
  const unverified = marks.filter(({ status }) => status === 'unverified').length
  const made = {
    model,
    calls: many('calls', calls),
    tokens: many('tokens', input + output),
    seconds: Math.round(milliseconds / 100) / 10,
  }
  return (
    <>
      {outcome !== 'whole' && (
        <p className="note">
          <span className="badge expired">{say(`outcome_${outcome}`)}</span> {notice}
        </p>
      )}
      {unverified > 0 && <p className="note">{many('unverifiedCount', unverified)}</p>}
      {recommended.length > 0 && (
        <p>
          {say('tookUp')}: {recommended.map(({ title }) => title).join(', ')}
        </p>
      )}
      {facts && <Facts facts={facts} session={session} />}
      <p className="quiet-text">{say('madeOf', made)}</p>
    </>
  )
}

const classes = { shopper: 'shopper', advisor: 'advisor-said', person: 'person-said' } as const

function Turn({
  turn,
  language,
  session,
}: {
  readonly turn: ShownTurn
  readonly language: string
  readonly session: Session
}): ReactNode {
  const { role, text, created, tools, reply } = turn
  return (
    <li className={`turn ${classes[role]}`}>
      <header>
        <strong>{say(speakers[role])}</strong>
        <span className="quiet-text">{moment(created)}</span>
      </header>
      {text === '' && <p className="quiet-text">{say('noWords')}</p>}
      {text !== '' && (
        <div lang={language || undefined}>
          <Marked text={text} marks={reply?.marks ?? []} />
        </div>
      )}
      <Deeds tools={tools} />
      {reply && <Came reply={reply} session={session} />}
    </li>
  )
}

function Asked({ entry }: { readonly entry: Extract<ShownEntry, { readonly kind: 'person' }> }): ReactNode {
  const { email, phone, note } = entry.person
  const given: FactEntries = [
    [say('email'), email],
    [say('phone'), phone],
    [say('note'), note],
  ]
  const left = given.filter(([, text]) => text !== '')
  return (
    <li className="happened">
      <strong>{say('askedPerson')}</strong> {moment(entry.at)}
      {left.length > 0 && <FactList facts={left} />}
    </li>
  )
}

interface ThreadProps {
  readonly entries: readonly ShownEntry[]
  /** The language of the conversation. */
  readonly language: string
  readonly session: Session
}

export function Thread({ entries, language, session }: ThreadProps): ReactNode {
  return (
    <ol className="thread">
      {entries.map((entry, at) => {
        if (entry.kind === 'turn') return <Turn key={at} turn={entry.turn} language={language} session={session} />
        if (entry.kind === 'person') return <Asked key={at} entry={entry} />
        return (
          <li key={at} className="happened">
            {say('consented')} {moment(entry.at)}
          </li>
        )
      })}
    </ol>
  )
}
