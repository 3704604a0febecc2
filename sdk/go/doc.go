// Resources and lookups of a cloud platform.
package cloudplatform
