// The participants of a conversation, its state, and its cost.
import type { ReactNode } from 'react'
import type { TalkRow } from '../../transport/advisor-shape.js'
import { recordPath } from '../ground/address.js'
import { Link } from '../ground/routing.js'
import type { ScreenProps } from '../shell/screen-props.js'
import { spoken } from '../wording/text.js'
import { many, say } from './wording/say.js'

type Session = ScreenProps['session']
type Cost = Pick<TalkRow, 'tokens' | 'money'>

/** Whether the account may open records of an area. */
export const mayRead = ({ account }: Session, area: string): boolean =>
  account.scopes.some((scope) => scope.startsWith(`${area}:`))

/** Calculated with the prices that the installation has configured, in their currency. */
export const moneyOf = (money: number): string =>
  money.toLocaleString(spoken.get(), { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** Tokens, and money if prices are configured. */
export const costOf = ({ tokens, money }: Cost): string =>
  money > 0 ? `${moneyOf(money)} (${many('tokens', tokens)})` : many('tokens', tokens)

interface WhoProps {
  readonly customer: number | null
  readonly session: Session
}

export function Who({ customer, session }: WhoProps): ReactNode {
  if (customer === null) return say('guest')
  const name = say('customerOf', { id: String(customer) })
  return mayRead(session, 'customers') ? <Link to={recordPath('customer', customer)}>{name}</Link> : name
}

export const speakers = { shopper: 'shopper', advisor: 'advisorSaid', person: 'personSaid' } as const

export function State({ state, pending }: Pick<TalkRow, 'state' | 'pending'>): ReactNode {
  return (
    <>
      <span className="badge">{say(state === 'person' ? 'statePerson' : 'stateOpen')}</span>
      {pending && <span className="badge">{say('statePending')}</span>}
    </>
  )
}
