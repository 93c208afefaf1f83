// Access: the areas and scopes of callers, the scopes of actions, and the name of a caller in the audit trail.
export {
  isActionPermitted,
  listAcceptedEntities,
  listPermittedEntities,
  requireAccess,
  requiredScopesOfAction,
} from '../actions/access.js'
export {
  areas,
  baseScope,
  formatCallerName,
  fullGrant,
  grantableScopes,
  isGrantableScope,
  type Operation,
  operations,
  presetsWithScopes,
} from '../foundation/access.js'
export { runAsActor } from '../foundation/actor.js'
