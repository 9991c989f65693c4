// The laboratory's worker, where the bundler sees it.

import "@armistice/lab/browser-worker"
