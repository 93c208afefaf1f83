// The root path of the entity API, and the names of actions as its routes in error messages.
import { type ActionNamer, replaceActionNamesInError } from '#core/surface.js'
import type { Route } from '../http/mount.js'

/** Root path of the entity API, without language prefix. */
export const apiRoot = '/svc-api/v1'

const collectionPath = `${apiRoot}/<entity>`
const actionRoutes = new Map([
  ['list-entities', `GET ${collectionPath}`],
  ['get-entity', `GET ${collectionPath}/<id>`],
  ['create-entity', `POST ${collectionPath}`],
  ['update-entity', `PATCH ${collectionPath}/<id>`],
  ['delete-entity', `DELETE ${collectionPath}/<id>`],
  ['describe-entity', `GET ${apiRoot}/schemas/write/<entity>.json`],
  // Integrators also know this operation by its MCP tool name.
  ['set-calculation', `svc_set_calculation or POST ${apiRoot}/calculation-formula, calculation-matrix or calculation-code`],
])

const findActionRoute: ActionNamer = (action) => actionRoutes.get(action) ?? null

/** Wraps the route so its errors name routes instead of actions. */
export function withRouteNames(route: Route): Route {
  return {
    ...route,
    async handle(request) {
      try {
        return await route.handle(request)
      } catch (error) {
        throw replaceActionNamesInError(error, findActionRoute)
      }
    },
  }
}
