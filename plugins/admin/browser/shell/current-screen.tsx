// Selects the screen of an address. Its script is loaded when it opens first.
import { type ComponentType, type ReactNode, Suspense, Component } from 'react'
import { toRecordListPath, type ScreenLocation, type ScreenProps } from '../base/screen-location.js'
import { t } from '../wording/text.js'
import { FailureMessage, UnknownAddress } from './failure-message.js'
import { HomeScreen } from './home-screen.js'
import { lazyPart } from '../base/lazy-part.js'

const ListScreen = lazyPart(async () => (await import('../list/list-screen.js')).ListScreen)
const RecordScreen = lazyPart(async () => (await import('../form/record-form.js')).RecordScreen)
const WorkshopScreen = lazyPart(async () => (await import('../workshop/workshop.js')).WorkshopScreen)
const OrderScreen = lazyPart(async () => (await import('../order/order-screen.js')).OrderScreen)
const OrderListScreen = lazyPart(async () => (await import('../order/order-list-screen.js')).OrderListScreen)
const OrderPartScreen = lazyPart(async () => (await import('../order/order-screen.js')).OrderPartScreen)
const QuoteScreen = lazyPart(async () => (await import('../order/quote-screen.js')).QuoteScreen)
const CartScreen = lazyPart(async () => (await import('../order/cart-screen.js')).CartScreen)
const ConversationScreen = lazyPart(async () => (await import('../advisor/conversation-screen.js')).ConversationScreen)
const PluginScreen = lazyPart(async () => (await import('../plugin-part/plugin-part.js')).PluginScreen)

/** Screens besides lists and records, by their name in menu and address. */
const screensByName: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  account: lazyPart(async () => (await import('../account/account-screen.js')).AccountScreen),
  tokens: lazyPart(async () => (await import('../account/access-screens.js')).TokensScreen),
  theme: lazyPart(async () => (await import('../theme/theme-screen.js')).ThemeScreen),
  translations: lazyPart(async () => (await import('../system/translations-screen.js')).TranslationsScreen),
  payments: lazyPart(async () => (await import('../order/payments-screen.js')).PaymentsScreen),
  reviews: lazyPart(async () => (await import('../order/reviews-screen.js')).ReviewsScreen),
  advisor: lazyPart(async () => (await import('../advisor/advisor-screen.js')).AdvisorScreen),
  mails: lazyPart(async () => (await import('../system/mails-screen.js')).MailsScreen),
  maintenance: lazyPart(async () => (await import('../system/maintenance-screen.js')).MaintenanceScreen),
  trail: lazyPart(async () => (await import('../system/trail-screen.js')).TrailScreen),
  failures: lazyPart(async () => (await import('../system/maintenance-screen.js')).FailuresScreen),
  transfer: lazyPart(async () => (await import('../transfer/transfer-screen.js')).TransferScreen),
  media: lazyPart(async () => (await import('../control/media-browser.js')).MediaScreen),
  accounts: lazyPart(async () => (await import('../account/access-screens.js')).AccountsScreen),
}

/** Orders and quotes open as documents, conversations as threads. `?fields=1` shows the stored fields. */
const hasFieldsParameter = (): boolean => new URLSearchParams(location.search).has('fields')

function renderScreen(place: ScreenLocation, props: ScreenProps): ReactNode {
  if (place.screen === 'home') return <HomeScreen {...props} />
  if (place.screen === 'list' && place.entity === 'sales-order' && props.session.commerce) return <OrderListScreen {...props} />
  if (place.screen === 'list') return <ListScreen key={place.entity} entity={place.entity} session={props.session} />
  if (place.screen === 'record') {
    const { entity, id } = place
    if (id !== null && props.session.commerce && !hasFieldsParameter()) {
      if (entity === 'cart') return <CartScreen key={id} id={id} />
      if (entity === 'sales-order') return <OrderScreen key={id} id={id} {...props} />
      if (entity === 'quote') return <QuoteScreen key={id} id={id} {...props} />
      if (entity === 'shipment' || entity === 'credit-note') return <OrderPartScreen key={id} entity={entity} id={id} />
    }
    if (entity === 'chat-conversation' && id !== null && !hasFieldsParameter())
      return <ConversationScreen key={id} id={id} {...props} />
    return <RecordScreen key={toRecordListPath(entity) + String(id)} entity={entity} id={id} session={props.session} />
  }
  if (place.screen === 'plugged') {
    const entry = props.menu
      .flatMap(({ entries }) => entries)
      .find(({ name, script }) => name === place.name && script !== undefined)
    return entry ? <PluginScreen key={place.name} entry={entry} session={props.session} /> : <UnknownAddress />
  }
  if (place.screen === 'workshop') return <WorkshopScreen key={place.id} id={place.id} session={props.session} />
  const Own = place.screen === 'own' && Object.hasOwn(screensByName, place.name) ? screensByName[place.name] : undefined
  return Own ? <Own {...props} /> : <UnknownAddress />
}

interface ErrorBoundaryState {
  readonly error: unknown
}

/** Error boundary: a failing screen does not break the frame. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    // Loading the page again also fetches scripts that failed to load.
    return error === null ? this.props.children : <FailureMessage error={error} retry={() => location.reload()} />
  }
}

export function CurrentScreen({ place, ...props }: ScreenProps & { readonly place: ScreenLocation }): ReactNode {
  const key = 'entity' in place ? `${place.entity} ${'id' in place ? place.id : ''}` : 'name' in place ? place.name : place.screen
  return (
    <ErrorBoundary key={key}>
      <Suspense fallback={<p className="loading">{t('loading')}</p>}>{renderScreen(place, props)}</Suspense>
    </ErrorBoundary>
  )
}
