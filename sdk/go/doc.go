// Declare CDN rules, Kubernetes clusters, reservations and edge apps of the Cloud Platform as code.
package cloudplatform
