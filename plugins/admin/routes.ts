// All routes of the admin with their access rules. Handlers are loaded with the first request.
import type { App } from '#core/app.js'
import type { Caller } from '#core/foundation/access/caller.js'
import { createCounts } from '#core/storage/counts.js'
import { createLimit } from '../http/limit.js'
import { bodyLimits } from './body-limits.js'
import type { Route, ServerFacts, ServiceRequest } from '../http/mount.js'
import type { Reply } from '../http/reply.js'
import type { AdminScope } from './gate/scope.js'
import type { AdminOptions } from './options.js'

type Handler = (scope: AdminScope) => Reply | Promise<Reply>
type Method = Route['method']

/** Maximum bytes of an uploaded file, plus the overhead that REST allows. */
const fileBody = 20 * 1_048_576 + 65_536
/** Maximum bytes of a transfer package. */
const packageBody = 256 * 1_048_576

export function adminRoutes(app: App, server: ServerFacts, { signIns = 10 }: AdminOptions): readonly Route[] {
  const tries = createLimit(createCounts(app.context, 'admin-tries', 60_000), signIns, 60)
  const { createAnswering } = lazily(app, server, tries)
  const { recordBody, actionBody } = bodyLimits(app.registry)

  /** For signed-in callers. Writing requests need the CSRF token. */
  function api(method: Method, path: string, load: () => Promise<Handler>, rest: Partial<Route> = {}): Route {
    const body = method === 'GET' ? {} : ({ body: method === 'DELETE' ? 'fields-or-none' : 'fields' } as const)
    return { ...createAnswering(method, `api/${path}`, load, method !== 'GET'), ...body, ...rest }
  }

  /** Checks the rate limit of passwords, codes and links before the body is read. The handler counts the attempt. */
  const admit: Route['admit'] = ({ address }) => tries.refuse(address)

  /** For callers who are about to sign in. */
  function door(method: Method, path: string, load: () => Promise<Handler>): Route {
    return { ...createAnswering(method, `api/${path}`, load, 'stranger'), body: 'fields', multipart: false, admit }
  }

  const session = () => import('./transport/session.js')
  const own = () => import('./transport/own-account.js')
  const accounts = () => import('./transport/accounts.js')
  const records = () => import('./transport/records.js')
  const files = () => import('./transport/files.js')
  const bulk = () => import('./transport/bulk.js')
  const tokens = () => import('./transport/tokens.js')
  const shop = () => import('./transport/workshop/shop.js')
  const documents = () => import('./transport/documents.js')
  const payments = () => import('./transport/payments.js')
  const translations = () => import('./transport/translations.js')
  const mails = () => import('./transport/mails.js')
  const maintenance = () => import('./transport/maintenance.js')
  const transfer = () => import('./transport/transfer.js')
  const views = () => import('./transport/views.js')
  const advisor = () => import('./transport/advisor.js')

  const pages = () => import('./page/answer.js')
  const lists = () => import('./page/list.js')
  const forms = () => import('./page/form.js')
  const screens = () => import('./page/tokens.js')
  const doors = () => import('./page/sign-in.js')

  /** A page. It checks the session itself, to show the sign-in form. */
  const page = (path: string, load: () => Promise<Handler>): Route => createAnswering('GET', path, load, 'open')
  /** A form of a page. It must come from a page of the admin, with the CSRF token of its session. */
  const form = (path: string, load: () => Promise<Handler>): Route => ({
    ...createAnswering('POST', path, load, 'stranger'),
    body: 'fields',
    multipart: false,
  })
  const limitedForm = (path: string, load: () => Promise<Handler>): Route => ({ ...form(path, load), admit })

  return [
    page('', async () => (await pages()).shown((await lists()).homePage)),
    page('page.css', async () => (await import('./page/style.js')).readStyle),
    page('first-account', async () => (await doors()).firstAccountPage.show),
    page('invitation', async () => (await doors()).invitationPage.show),
    page('tokens', async () => (await pages()).shown((await screens()).tokensPage)),
    page('records/:entity', async () => (await pages()).shown((await lists()).listPage)),
    page('records/:entity/:id', async () => (await pages()).shown((await forms()).formPage)),
    page('*', async () => (await pages()).shown((await lists()).scriptedPage)),
    limitedForm('sign-in', async () => (await doors()).takeSignIn),
    form('sign-out', async () => (await pages()).sent((await doors()).takeSignOut)),
    limitedForm('first-account', async () => (await doors()).firstAccountPage.take),
    limitedForm('invitation', async () => (await doors()).invitationPage.take),
    limitedForm('tokens', async () => (await pages()).sent((await screens()).takeMint)),
    form('tokens/:id', async () => (await pages()).sent((await screens()).takeRevoke)),
    form('records/:entity/:id', async () => (await pages()).sent((await forms()).takeForm)),
    door('POST', 'session', async () => (await session()).signInByJson),
    door('POST', 'first-account', async () => (await session()).firstByJson),
    door('POST', 'invitation', async () => (await session()).invitedByJson),
    api('GET', 'session', async () => (await session()).readSession),
    api('DELETE', 'session', async () => (await session()).signOut),
    api('GET', 'sessions', async () => (await session()).listSessions),
    api('DELETE', 'sessions', async () => (await own()).endOtherSessions),
    api('DELETE', 'sessions/:id', async () => (await own()).endOneSession),
    api('PATCH', 'account', async () => (await own()).changeAccount),
    api('POST', 'account/totp', async () => (await own()).beginTotp, { body: 'fields-or-none' }),
    api('PATCH', 'account/totp', async () => (await own()).confirmTotp, { admit }),
    api('DELETE', 'account/totp', async () => (await own()).endTotp, { admit }),
    api('GET', 'accounts', async () => (await accounts()).listAccounts),
    api('POST', 'accounts', async () => (await accounts()).inviteAccount),
    api('PATCH', 'accounts/:id', async () => (await accounts()).changeAccountOf),
    api('DELETE', 'accounts/:id', async () => (await accounts()).removeAccountOf),
    api('POST', 'accounts/:id/reset', async () => (await accounts()).resetAccountOf, { body: 'fields-or-none' }),
    api('GET', 'dashboard', async () => (await import('./transport/dashboard.js')).readDashboard),
    api('GET', 'menu', async () => (await import('./transport/menu.js')).readMenu),
    api('GET', 'entities/:entity', async () => (await import('./transport/entity.js')).readEntity),
    api('GET', 'records/:entity', async () => (await records()).listRecords),
    api('POST', 'records/:entity', async () => (await records()).createRecord, { bodyLimit: recordBody }),
    api('GET', 'records/:entity/:id', async () => (await records()).readRecord),
    api('PATCH', 'records/:entity/:id', async () => (await records()).changeRecord, { bodyLimit: recordBody }),
    api('DELETE', 'records/:entity/:id', async () => (await records()).deleteRecord),
    api('POST', 'records/:entity/bulk', async () => (await bulk()).bulk),
    api('POST', 'undo/:token', async () => (await import('./transport/undo.js')).undo, { body: 'fields-or-none' }),
    api('POST', 'records/:entity/:id/move', async () => (await import('./transport/move.js')).moveRecord),
    api('GET', 'records/:entity/:id/files', async () => (await files()).listFiles),
    api('GET', 'records/:entity/:id/files/:field', async () => (await files()).readFile),
    api('POST', 'records/:entity/:id/files/:field', async () => (await files()).storeFile, {
      body: 'stream',
      bodyLimit: fileBody,
    }),
    api('DELETE', 'records/:entity/:id/files/:field', async () => (await files()).removeFile),
    api('GET', 'editor/:entity/vocabulary', async () => (await import('./transport/editor/vocabulary.js')).readVocabulary),
    api('POST', 'editor/:entity/rule', async () => (await import('./transport/editor/rule.js')).judgeRule),
    api('POST', 'editor/:entity/body', async () => (await import('./transport/editor/body.js')).judgeBody),
    api('GET', 'choices/:entity', async () => (await import('./transport/choices.js')).readChoices),
    api('POST', 'actions/:action', async () => (await import('./transport/actions.js')).callAction, { bodyLimit: actionBody }),
    api('GET', 'transfer/:name', async () => (await transfer()).readPackage),
    api('POST', 'transfer/:name', async () => (await transfer()).storePackage, { body: 'stream', bodyLimit: packageBody }),
    api('GET', 'views/:entity', async () => (await views()).readViews),
    api('PATCH', 'views/:entity', async () => (await views()).keepViews),
    api('GET', 'workshop/:id', async () => (await import('./transport/workshop/tree.js')).readWorkshop),
    api('GET', 'workshop/:id/findings', async () => (await import('./transport/workshop/findings.js')).readFindings),
    api('POST', 'workshop/:id/answers', async () => (await import('./transport/workshop/answers.js')).addAnswers),
    api('POST', 'workshop/:id/shop', async () => (await shop()).askShop),
    api('GET', 'workshop/:id/shop/products/:product/pictures/:name', async () => (await shop()).readPicture),
    api('GET', 'orders/:id', async () => (await documents()).readOrderDesk),
    api('GET', 'orders/:id/print/:printed', async () => (await documents()).printOrderDesk),
    api('GET', 'quotes/:id', async () => (await documents()).readQuoteDesk),
    api('GET', 'quotes/:id/print/:printed', async () => (await documents()).printQuoteDesk),
    api('POST', 'payments/:id/refund', async () => (await payments()).refund, { body: 'fields-or-none' }),
    api('POST', 'payments/:id/settlement', async () => (await payments()).settle),
    api('GET', 'reviews', async () => (await import('./transport/reviews.js')).readReviews),
    api('GET', 'advisor', async () => (await advisor()).readState),
    api('GET', 'advisor/conversations', async () => (await advisor()).listConversations),
    api('GET', 'advisor/conversations/:id', async () => (await advisor()).readConversation),
    api('GET', 'advisor/waiting', async () => (await advisor()).readWaiting),
    api('GET', 'advisor/report', async () => (await import('./transport/advisor-report.js')).readReport),
    api('GET', 'carts/:id', async () => (await import('./transport/carts.js')).readCartDesk),
    api('GET', 'translations', async () => (await translations()).countTranslations),
    api('GET', 'translations/:entity', async () => (await translations()).listTranslations),
    api('GET', 'trail', async () => (await import('./transport/trail.js')).readTrail),
    api('GET', 'mails', async () => (await mails()).listMails),
    api('GET', 'mails/:id', async () => (await mails()).previewMail),
    api('GET', 'mails/:id/page', async () => (await mails()).mailPage),
    api('POST', 'mails/:id/retry', async () => (await mails()).retry, { body: 'fields-or-none' }),
    api('GET', 'maintenance', async () => (await maintenance()).readMaintenance),
    api('POST', 'tasks/:name/run', async () => (await maintenance()).runTask, { body: 'fields-or-none' }),
    api('GET', 'failures', async () => (await maintenance()).listFailures),
    api('GET', 'tokens', async () => (await tokens()).listTokens),
    api('POST', 'tokens', async () => (await tokens()).mintToken, { admit }),
    api('DELETE', 'tokens/:id', async () => (await tokens()).revokeToken),
    api('GET', '*', async () => (await records()).noSuchAddress),
    {
      ...open,
      path: '/svc-admin/assets/:version/:name',
      handle: async (request) => (await import('./client.js')).readAsset(request),
    },
  ]
}

/** Scripts contain no personal data. */
const open = { method: 'GET', access: 'public', prefixed: false } as const

/** Routes whose access check and handler are loaded with the first request. */
function lazily(app: App, server: ServerFacts, tries: AdminScope['tries']) {
  const visitors = () => import('./gate/visitor.js')

  async function admitted(request: ServiceRequest, changes: boolean): Promise<Caller> {
    const gate = await visitors()
    if (changes) gate.requireOwnOrigin(server, request)
    const visitor = await gate.admit(app, request)
    if (changes) gate.requireCsrfHeader(app, visitor, request)
    return visitor
  }

  async function stranger(request: ServiceRequest): Promise<null> {
    ;(await visitors()).requireOwnOrigin(server, request)
    return null
  }

  return {
    createAnswering(method: Method, path: string, load: () => Promise<Handler>, changes: boolean | 'stranger' | 'open'): Route {
      return {
        method,
        path: path === '' ? '/svc-admin' : `/svc-admin/${path}`,
        access: 'public',
        prefixed: false,
        ...(changes !== 'open' && {
          gate: (request) => (changes === 'stranger' ? stranger(request) : admitted(request, changes)),
        }),
        async handle(request) {
          const [{ languageOf, nobody }, handler] = await Promise.all([import('./gate/scope.js'), load()])
          const visitor = request.caller ?? nobody
          const language = languageOf(visitor, request)
          try {
            return await handler({ app, server, request, visitor, language, tries })
          } catch (error) {
            throw (await import('./wording/told.js')).tellIn(app.registry, language).error(error)
          }
        },
      }
    },
  }
}
