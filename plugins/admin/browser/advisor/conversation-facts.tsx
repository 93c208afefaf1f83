// The participants of a conversation, its state and its cost, and the texts of the advisor's screens.
import type { ReactNode } from 'react'
import type { StaffConversationRow } from '../../api/advisor.js'
import { toRecordPath, type ScreenProps } from '../base/screen-location.js'
import { Link } from '../base/routing.js'
import { currentLanguage, createTextReader } from '../wording/text.js'
import de from '../../../../messages/admin-advisor.de.json' with { type: 'json' }
import en from '../../../../messages/admin-advisor.en.json' with { type: 'json' }

/** Texts of the advisor's screens, loaded together with them. */
export const tAdvisor = createTextReader<keyof typeof en>({ en, de })

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
