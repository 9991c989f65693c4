// The studio as routes of the service, where it has been built.

import { addStudio, isStudioBuilt, type Mountable } from "@armistice/studio/files"

/** The options of the service that mount it; none if there is nothing to mount. */
export const studioRoutes = () => (isStudioBuilt() ? { extend: (app: unknown) => addStudio(app as Mountable) } : {})
