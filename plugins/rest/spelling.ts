// Names actions by their REST routes in error messages.
import { type ActionNamer, replaceActionNamesInError } from '#core/action/action-names.js'
import type { Route } from '../http/mount.js'
import { apiRoot } from './address.js'

const collection = `${apiRoot}/<entity>`
const routes = new Map([
  ['list-entities', `GET ${collection}`],
  ['get-entity', `GET ${collection}/<id>`],
  ['create-entity', `POST ${collection}`],
  ['update-entity', `PATCH ${collection}/<id>`],
  ['delete-entity', `DELETE ${collection}/<id>`],
  ['describe-entity', `GET ${apiRoot}/schemas/write/<entity>.json`],
  // Integrators also know this operation by its MCP tool name.
  ['set-calculation', `svc_set_calculation or POST ${apiRoot}/calculation-formula, calculation-matrix or calculation-code`],
])

const spell: ActionNamer = (action) => routes.get(action) ?? null

/** Wraps the route so its errors name routes instead of actions. */
export function spelled(route: Route): Route {
  return {
    ...route,
    async handle(request) {
      try {
        return await route.handle(request)
      } catch (error) {
        throw replaceActionNamesInError(error, spell)
      }
    },
  }
}
