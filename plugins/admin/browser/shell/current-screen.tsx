// Selects the screen of an address. Its script is loaded when it opens first.
import { type ComponentType, lazy, type ReactNode, Suspense, Component } from 'react'
import { toRecordListPath, type ScreenLocation } from '../base/screen-location.js'
import { Link } from '../base/routing.js'
import { t } from '../wording/text.js'
import { FailureMessage } from './failure-message.js'
import { HomeScreen } from './home-screen.js'
import type { ScreenProps } from './screen-props.js'

const ListScreen = lazy(() => import('../list/list-screen.js').then(({ ListScreen }) => ({ default: ListScreen })))
const RecordScreen = lazy(() => import('../form/record-screen.js').then(({ RecordScreen }) => ({ default: RecordScreen })))
const WorkshopScreen = lazy(() =>
  import('../workshop/workshop-screen.js').then(({ WorkshopScreen }) => ({ default: WorkshopScreen })),
)

const OrderScreen = lazy(() => import('../order/order-screen.js').then(({ OrderScreen }) => ({ default: OrderScreen })))
const OrderListScreen = lazy(() =>
  import('../order/order-list-screen.js').then(({ OrderListScreen }) => ({ default: OrderListScreen })),
)
const OrderPartScreen = lazy(() =>
  import('../order/order-part-screen.js').then(({ OrderPartScreen }) => ({ default: OrderPartScreen })),
)
const QuoteScreen = lazy(() => import('../order/quote-screen.js').then(({ QuoteScreen }) => ({ default: QuoteScreen })))
const CartScreen = lazy(() => import('../order/cart-screen.js').then(({ CartScreen }) => ({ default: CartScreen })))
const ConversationScreen = lazy(() =>
  import('../advisor/conversation-screen.js').then(({ ConversationScreen }) => ({ default: ConversationScreen })),
)
const PluginScreen = lazy(() => import('../plugin-part/plugin-part.js').then(({ PluginScreen }) => ({ default: PluginScreen })))

/** Screens besides lists and records, by their name in menu and address. */
const screensByName: Readonly<Record<string, ComponentType<ScreenProps>>> = {
  account: lazy(() => import('../account/account-screen.js').then(({ AccountScreen }) => ({ default: AccountScreen }))),
  tokens: lazy(() => import('../account/access-screens.js').then(({ TokensScreen }) => ({ default: TokensScreen }))),
  theme: lazy(() => import('../theme/theme-screen.js').then(({ ThemeScreen }) => ({ default: ThemeScreen }))),
  translations: lazy(() =>
    import('../system/translations-screen.js').then(({ TranslationsScreen }) => ({ default: TranslationsScreen })),
  ),
  payments: lazy(() => import('../order/payments-screen.js').then(({ PaymentsScreen }) => ({ default: PaymentsScreen }))),
  reviews: lazy(() => import('../order/reviews-screen.js').then(({ ReviewsScreen }) => ({ default: ReviewsScreen }))),
  advisor: lazy(() => import('../advisor/advisor-screen.js').then(({ AdvisorScreen }) => ({ default: AdvisorScreen }))),
  mails: lazy(() => import('../system/mails-screen.js').then(({ MailsScreen }) => ({ default: MailsScreen }))),
  maintenance: lazy(() =>
    import('../system/maintenance-screen.js').then(({ MaintenanceScreen }) => ({ default: MaintenanceScreen })),
  ),
  trail: lazy(() => import('../system/trail-screen.js').then(({ TrailScreen }) => ({ default: TrailScreen }))),
  failures: lazy(() => import('../system/maintenance-screen.js').then(({ FailuresScreen }) => ({ default: FailuresScreen }))),
  transfer: lazy(() => import('../transfer/transfer-screen.js').then(({ TransferScreen }) => ({ default: TransferScreen }))),
  media: lazy(() => import('../control/media-browser.js').then(({ MediaScreen }) => ({ default: MediaScreen }))),
  accounts: lazy(() => import('../account/access-screens.js').then(({ AccountsScreen }) => ({ default: AccountsScreen }))),
}

function NotFoundScreen(): ReactNode {
  return (
    <div className="empty">
      <h1>{t('notFound')}</h1>
      <p>{t('notFoundLead')}</p>
      <Link to="" className="button primary">
        {t('home')}
      </Link>
    </div>
  )
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
    return entry ? <PluginScreen key={place.name} entry={entry} session={props.session} /> : <NotFoundScreen />
  }
  if (place.screen === 'workshop') return <WorkshopScreen key={place.id} id={place.id} session={props.session} />
  const Own = place.screen === 'own' && Object.hasOwn(screensByName, place.name) ? screensByName[place.name] : undefined
  return Own ? <Own {...props} /> : <NotFoundScreen />
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
