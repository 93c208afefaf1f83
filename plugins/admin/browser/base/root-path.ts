// The paths of the admin and of the REST API, from the address of the page.

const adminPath = '/svc-admin/'

/** The path of the admin with a trailing slash and any prefix: `/shop/svc-admin/`. */
export function getRootPath(): string {
  const path = `${location.pathname}/`
  return path.slice(0, path.indexOf(adminPath) + adminPath.length)
}

/** The address of the service's REST API, as an external caller uses it. */
export function getRestRootAddress(): string {
  return `${location.origin}${getRootPath().slice(0, -adminPath.length)}/svc-api/v1`
}
