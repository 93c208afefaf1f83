// Facts about a conversation: its participants, state and cost, and the tool calls and details of a reply. Texts of the advisor's screens.
import type { ReactNode } from 'react'
import type { StaffConversationRow, TranslatedToolCall, TranslatedTurn } from '../../api/advisor.js'
import { toRecordPath, type ScreenProps } from '../base/screen-location.js'
import { Link } from '../base/routing.js'
import { currentLanguage, createTextReader, createMoneyFormatter } from '../wording/text.js'
import en from '../../../../messages/admin-advisor.en.json' with { type: 'json' }

/** Texts of the advisor's screens, loaded together with them. */
export const tAdvisor = await createTextReader<keyof typeof en>(en, {
  de: () => import('../../../../messages/admin-advisor.de.json', { with: { type: 'json' } }),
  he: () => import('../../../../messages/admin-advisor.he.json', { with: { type: 'json' } }),
})

type Session = ScreenProps['session']
type ConversationCost = Pick<StaffConversationRow, 'tokens' | 'money'>

/** Whether the account may open records of an area. */
export const canReadArea = ({ account }: Session, area: string): boolean =>
  account.scopes.some((scope) => scope.startsWith(`${area}:`))

/** Calculated with the prices that the installation has configured, in their currency. */
export const formatAdvisorMoney = (money: number): string =>
  money.toLocaleString(currentLanguage.get(), { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** Tokens, and money if prices are configured. */
export const formatConversationCost = ({ tokens, money }: ConversationCost): string =>
  money > 0 ? `${formatAdvisorMoney(money)} (${tAdvisor('tokens', { count: tokens })})` : tAdvisor('tokens', { count: tokens })

interface ConversationShopperProps {
  readonly customer: number | null
  readonly session: Session
}

export function ConversationShopper({ customer, session }: ConversationShopperProps): ReactNode {
  if (customer === null) return tAdvisor('guest')
  const name = tAdvisor('customerOf', { id: String(customer) })
  return canReadArea(session, 'customers') ? <Link to={toRecordPath('customer', customer)}>{name}</Link> : name
}

/** Reasons why an answer is incomplete. */
export const outcomeTextKeys = {
  stopped: 'outcomeStopped',
  left: 'outcomeLeft',
  failed: 'outcomeFailed',
  limit: 'outcomeLimit',
  length: 'outcomeLength',
} as const

export const speakerTextKeys = { shopper: 'shopper', advisor: 'advisorSaid', person: 'personSaid' } as const

export function ConversationStateBadges({ state, pending }: Pick<StaffConversationRow, 'state' | 'pending'>): ReactNode {
  return (
    <>
      <span className="badge">{tAdvisor(state === 'person' ? 'statePerson' : 'stateOpen')}</span>
      {pending && <span className="badge">{tAdvisor('statePending')}</span>}
    </>
  )
}

type Reply = NonNullable<TranslatedTurn['reply']>

/** Indents JSON. Truncated JSON stays unchanged. */
function indentJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 1)
  } catch {
    return text
  }
}

export function ToolCalls({ tools }: { readonly tools: readonly TranslatedToolCall[] }): ReactNode {
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

export function AdvisorReplyDetails({ reply, session }: { readonly reply: Reply; readonly session: Session }): ReactNode {
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
