"""Evidence: a query goes in, passages come out."""
